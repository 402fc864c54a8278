// SPDX-License-Identifier: Apache-2.0
package io.volsynchandoff.testkit.cluster;

/** What the API server says to a write. */
public enum Answer {
  APPLIED,
  /** 409: the object is at another version or is another object. */
  CONFLICT,
  /** 404. */
  GONE,
  /** 409 to a create: the name is taken. */
  EXISTS,
  /** 403 or 422: admission, quota, validation, a terminating namespace. */
  REFUSED,
  /** No answer came: it may have been applied or not. */
  LOST
}
