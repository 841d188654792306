import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { openDatabase, WaitBudget, withBudget } from '#db'
import { createCatalogue } from '#modules/catalogue'
import type { Outcome } from '#modules/ticket'
import { importSources } from './import-sources.ts'
import type { Imported, ImportTask } from './importer.ts'

// The worker thread of `importer.ts`. On Linux the priority is that of the thread, elsewhere of the process, which keeps its own.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

/** Milliseconds that an import waits for locks in total, as a request does. */
const waitBudgetMs = 2_000

let opened: { readonly db: ReturnType<typeof openDatabase>; readonly catalogue: ReturnType<typeof createCatalogue> } | undefined

/** The catalogue has its own connection, because it is read inside the transaction. */
function open({ address }: Pick<ImportTask, 'address'>) {
  opened ??= { db: openDatabase(address, { size: 1 }), catalogue: createCatalogue(openDatabase(address, { size: 1 })) }
  return opened
}

parentPort!.on('message', async ({ brand, planner, sources, options, ...task }: ImportTask) => {
  try {
    const report = await withBudget(new WaitBudget(waitBudgetMs), () => importSources({ ...open(task), brand }, planner, sources, options))
    post({ result: { report } })
  } catch (error) {
    const { message, stack, code } = error as Error & { readonly code?: unknown }
    post({ result: { failure: { message, stack, code } } })
  }
})

const post = (outcome: Outcome<Imported>): void => parentPort!.postMessage(outcome)
