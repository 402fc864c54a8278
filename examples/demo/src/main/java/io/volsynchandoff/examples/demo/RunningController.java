// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.examples.demo;

/** A controller that serves the cluster until it is closed. */
interface RunningController extends AutoCloseable {
  void start();

  /** How often it was killed and started again so far. */
  int crashes();

  @Override
  void close();
}
