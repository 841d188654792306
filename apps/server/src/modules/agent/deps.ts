import type { Kysely } from 'kysely'
import type { Actor, Database } from '#db'
import type { Catalogue } from '#modules/catalogue'
import type { Brand } from '@playhouse/domain/brand'

export type AgentDeps = {
  readonly db: Kysely<Database>
  readonly catalogue: Catalogue
  readonly brand: Pick<Brand, 'currency' | 'delivery' | 'vatBasisPoints' | 'defaultLocale'>
}
/** The agent whose file is entered, its name, and who enters it. */
export type ReturnEntry = {
  readonly agent: string
  readonly fileName: string
  readonly staff: string
  readonly actor: Actor
  readonly isPreview: boolean
}
