// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.controller.files;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The objects of files and directories, in any order. An object that stands in two files is taken
 * once where both say the same, and refused where they differ: one of them is out of date.
 */
public final class ObjectFiles {
  /** Stands for standard input, as with kubectl. */
  public static final String STDIN = "-";

  private static final ImmutableList<String> SUFFIXES = ImmutableList.of(".yaml", ".yml", ".json");

  private ObjectFiles() {}

  /**
   * Reads every object.
   *
   * @param paths files, directories (their YAML and JSON files, not those of deeper ones) or {@link
   *     #STDIN}
   * @throws InputError with file and line for whatever is wrong
   */
  public static ImmutableList<FileObject> read(List<String> paths, InputStream stdin) {
    Map<String, FileObject> byIdentity = new LinkedHashMap<>();
    for (String path : paths) {
      for (FileObject object : readPath(path, stdin)) {
        FileObject other = byIdentity.putIfAbsent(object.identity(), object);
        if (other != null && !other.object().equals(object.object())) {
          throw InputError.at(
              object.origin(),
              object.identity() + " stands with other content at " + other.origin());
        }
      }
    }
    return ImmutableList.copyOf(byIdentity.values());
  }

  private static ImmutableList<FileObject> readPath(String path, InputStream stdin) {
    try {
      if (path.equals(STDIN)) {
        return parse("(standard input)", stdin);
      }
      ImmutableList.Builder<FileObject> objects = ImmutableList.builder();
      for (Path file : filesAt(Path.of(path))) {
        try (InputStream in = Files.newInputStream(file)) {
          objects.addAll(parse(file.toString(), in));
        }
      }
      return objects.build();
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new InputError(path + ": there is no such file or directory");
    } catch (IOException e) {
      throw new InputError(path + ": cannot be read: " + e.getMessage());
    }
  }

  private static ImmutableList<FileObject> parse(String name, InputStream in) throws IOException {
    return ObjectParser.parse(name, YamlDocuments.read(name, in));
  }

  private static ImmutableList<Path> filesAt(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return ImmutableList.of(path);
    }
    try (Stream<Path> files = Files.list(path)) {
      ImmutableList<Path> found =
          files
              .filter(file -> SUFFIXES.stream().anyMatch(file.toString()::endsWith))
              .filter(Files::isRegularFile)
              .sorted()
              .collect(ImmutableList.toImmutableList());
      if (found.isEmpty()) {
        throw new InputError(path + ": holds no file that ends in " + String.join(", ", SUFFIXES));
      }
      return found;
    }
  }
}
