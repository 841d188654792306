import type { KyselyPlugin } from 'kysely'
import { expectInvariants, type TestTheatre } from '#testing'

/** Number of statements between two kills; `pnpm test:soak` kills before every statement. */
const stride = process.env['PROOF_LONGER'] === undefined ? 4 : 1

class Killed extends Error {}

/** The same app context in a process that is killed just before its nth database statement. */
function withKillAt<AppContext extends Pick<TestTheatre, 'db'>>(theatre: AppContext, nth: number): AppContext {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      if (statements >= nth) throw new Killed()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...theatre, db: theatre.db.withPlugin(plugin) }
}

/**
 * Runs work in processes that are killed before their first statement, their second, and so on. Each starts from the state that
 * the last one left, until one completes the work. After each kill, every invariant must hold.
 */
export async function runWithKills<AppContext extends Pick<TestTheatre, 'db'>, Done>(
  theatre: AppContext,
  work: (theatre: AppContext) => Promise<Done>,
): Promise<Done> {
  for (let nth = 1; nth < 400; nth += stride) {
    const done = await work(withKillAt(theatre, nth)).then(
      (value) => ({ value }),
      (error: unknown) => {
        if (error instanceof Killed) return undefined
        throw error
      },
    )
    await expectInvariants(theatre)
    if (done) return done.value
  }
  throw new Error('the work never completes')
}
