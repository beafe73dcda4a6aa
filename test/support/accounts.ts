import { RoleKey } from '../../src/schema/enums.js';
import type { TestServer } from './server.js';

/** Signs in an account of the role and gives its token. */
export async function accountOf(_server: TestServer, _role: RoleKey): Promise<string> {
  throw new Error('accounts are not made yet');
}
