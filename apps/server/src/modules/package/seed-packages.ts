import type { Kysely } from 'kysely'
import { type Database, transact } from '#db'
import type { PackageDefinition } from '@playhouse/domain/package'
import { replacePackage } from './replace-package.ts'

/** Inserts packages into a database without any; another process may do the same. Packages of productions that it lacks are left out. */
export async function seedPackages(db: Kysely<Database>, packages: readonly PackageDefinition[]): Promise<void> {
  if (packages.length === 0) return
  await transact(
    db,
    async (trx) => {
      if (await trx.selectFrom('package').select('id').limit(1).executeTakeFirst()) return
      const productions = new Set((await trx.selectFrom('production').select('id').execute()).map(({ id }) => id))
      const added = new Set<string>()
      for (const [position, each] of packages.entries()) {
        const isKnown = each.groups.every(
          (group) => group.parts.every(({ production }) => productions.has(production)) && group.packages.every((id) => added.has(id)),
        )
        if (!isKnown) continue
        await replacePackage(trx, each, { position, isWithdrawn: false })
        added.add(each.package)
      }
    },
    { idempotent: true },
  )
}
