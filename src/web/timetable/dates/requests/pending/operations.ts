import { operation } from '../../../shell/operation.js';

/** How many requests of teachers wait for the reader. */
export const pendingRequests = operation<{ dateRequests: { readonly total: number } }>(/* GraphQL */ `
  query PendingRequests {
    dateRequests(filter: { status: [PENDING] }, size: 1) {
      total
    }
  }
`);
