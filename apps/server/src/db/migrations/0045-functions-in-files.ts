import type { Kysely } from 'kysely'
import { type AppliedFunctions, applyFunctions } from '../functions/index.ts'

/** Functions for holds, from now on in `db/functions`: same behaviour as before. */
export const applied: AppliedFunctions = {
  'claim_seats(text[],text[],uuid[],uuid[],timestamptz[],boolean[],int[],int[],int[])': 'c9594b6214c6',
  'lock_prices(text[],int[])': '6dd98de1869a',
  'count_wide_networks(text[],text[],int[],int[],boolean)': 'd94998e3af0b',
  'hold_for_newcomers(uuid[],text[],text[],int[],int[],int[],int[],text[],text[],boolean[],text[],uuid[],int[],int[],uuid[],text[],text[],int[],int[],text[],int[],text[],int[],int[],int[],boolean)':
    'ccb45657459e',
}

export const up = (db: Kysely<unknown>): Promise<void> => applyFunctions(db, applied)
