import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { claimSeats } from './claim-seats.sql.ts'
import { countWideNetworks } from './count-wide-networks.sql.ts'
import { holdForNewcomers } from './hold-for-newcomers.sql.ts'
import { lockPrices } from './lock-prices.sql.ts'

/**
 * The current text of each SQL function, by its signature. To change one, edit its file, and add a migration that applies it with
 * its new checksum; a function with other arguments also needs a new signature here.
 */
export const functions = {
  'claim_seats(text[],text[],uuid[],uuid[],timestamptz[],boolean[],int[],int[],int[])': claimSeats,
  'lock_prices(text[],int[])': lockPrices,
  'count_wide_networks(text[],text[],int[],int[],boolean)': countWideNetworks,
  'hold_for_newcomers(uuid[],text[],text[],int[],int[],int[],int[],text[],text[],boolean[],text[],uuid[],int[],int[],uuid[],text[],text[],int[],int[],text[],int[],text[],int[],int[],int[],boolean)':
    holdForNewcomers,
} as const

export type FunctionSignature = keyof typeof functions
/** The checksums of the texts that a migration applied when it was written. */
export type AppliedFunctions = Partial<Record<FunctionSignature, string>>

/** A checksum of a function's text. */
export const checksumOf = (signature: FunctionSignature): string => hash('sha256', functions[signature]).slice(0, 12)

/** Creates or replaces functions by their current texts. */
export async function applyFunctions(db: Kysely<unknown>, appliedFunctions: AppliedFunctions): Promise<void> {
  for (const signature of Object.keys(appliedFunctions) as FunctionSignature[]) await sql.raw(functions[signature]).execute(db)
}
