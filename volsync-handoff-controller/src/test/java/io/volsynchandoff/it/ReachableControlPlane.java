// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.it;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Leaves the integration tests out where there is nothing to run them on. Skipped one by one, each
 * class of them would have a line of its own in Maven's output, and none with the reason.
 */
public final class ReachableControlPlane implements PostDiscoveryFilter {
  private static final String TESTS = ReachableControlPlane.class.getPackageName() + ".";

  /** Where no test at all runs, Failsafe goes by the results of the run before. */
  private static final String SKIPPED_FOR_ALL = ControlPlaneIT.class.getName();

  @Override
  public FilterResult apply(TestDescriptor test) {
    // Classes without tests go by themselves.
    boolean needsOne =
        test.getSource()
            .filter(MethodSource.class::isInstance)
            .map(source -> ((MethodSource) source).getClassName())
            .filter(name -> name.startsWith(TESTS) && !name.equals(SKIPPED_FOR_ALL))
            .isPresent();
    return FilterResult.includedIf(!needsOne || ControlPlane.isReachable());
  }
}
