import { AsyncLocalStorage } from 'node:async_hooks'

type OpenTransaction = { isOpen: boolean }
const transactions = new AsyncLocalStorage<OpenTransaction | undefined>()

/**
 * Thrown if code requests a connection while it holds one in a transaction. Under load all connections are held by
 * transactions that wait for another one: a deadlock that the database cannot detect.
 */
export class NestedConnection extends Error {
  override name = 'NestedConnection'
}

/** Marks `work` as done inside a transaction: until it has settled, it must use the transaction's connection alone. */
export async function insideTransaction<Value>(work: () => Promise<Value>): Promise<Value> {
  const transaction: OpenTransaction = { isOpen: true }
  try {
    return await transactions.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}

/** Does work that a transaction starts and does not wait for, such as refreshing a cache. */
export const outsideTransaction = <Value>(work: () => Value): Value => transactions.exit(work)

export const isInsideTransaction = (): boolean => transactions.getStore()?.isOpen === true
