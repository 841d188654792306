import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/index.ts'
import type { Rate } from './measure.ts'

/** Linux counts processor time in hundredths of a second. */
const ticks = 100

function statOf(pid: number): { readonly parent: number; readonly seconds: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / ticks }
}

/** Seconds of processor that a process has used. */
export const usedBy = (pid: number): number => statOf(pid).seconds

/** The same of a process and those it started. One that is just ending counts for nothing. */
function usedByFamily(pid: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).reduce((sum, each) => {
    try {
      const { parent, seconds } = statOf(each)
      return each === pid || parent === pid ? sum + seconds : sum
    } catch {
      return sum
    }
  }, 0)
}

/** Microseconds of processor that one call took of each who had a part in it. */
export type Cost = { readonly server: number; readonly database: number; readonly client: number }

const unknown: Cost = { server: Number.NaN, database: Number.NaN, client: Number.NaN }

/** Measures the processor time per call. Other load on the machine changes it much less than the number of calls per second. */
export async function openPurse(db: Kysely<Database>, server: number) {
  if (process.platform !== 'linux') return async (work: () => Promise<Rate>) => ({ ...(await work()), cost: unknown })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const postmaster = statOf(rows[0]!.pid).parent
  const look = (): Cost => {
    const { user, system } = process.cpuUsage()
    return { server: usedBy(server), database: usedByFamily(postmaster), client: (user + system) / 1e6 }
  }
  return async (work: () => Promise<Rate>): Promise<Rate & { readonly cost: Cost }> => {
    const before = look()
    const rate = await work()
    const after = look()
    const of = (who: keyof Cost): number => ((after[who] - before[who]) / rate.calls) * 1e6
    return { ...rate, cost: { server: of('server'), database: of('database'), client: of('client') } }
  }
}
