import { beginNumbers } from '../numbers.js';

beginNumbers();

/** A test that expects nothing cannot fail. */
beforeEach(() => expect.hasAssertions());
