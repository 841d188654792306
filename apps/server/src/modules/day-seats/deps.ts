import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Catalogue } from '#modules/catalogue'

export type DaySeatDeps = { readonly db: Kysely<Database>; readonly catalogue: Catalogue }
