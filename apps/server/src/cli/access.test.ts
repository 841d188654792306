import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { applyAccess, readAccess } from '#modules/access'
import { customerOf, databaseUrl, openTestTheatre, runCommand } from '#testing'

it('imports access cards, changes those that the shop has, and saves none of a file with a fault', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const folder = await mkdtemp(join(tmpdir(), 'access-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const url = databaseUrl(theatre.database.address)
  const importCards = async (...rows: readonly string[]) => {
    const file = join(folder, 'cards.csv')
    await writeFile(file, ['access_id,last_name,needs', ...rows].join('\n'))
    return runCommand('access.ts', ['import', file], { DATABASE_URL: url })
  }
  const { id } = await customerOf(theatre)
  const typesOf = async () => (await readAccess(db, id)).types.map(({ type }) => type)

  const first = await importCards('ac 2051,O’QUILL,wheelchair; plus-one', 'AC-2052,Else,hearing')
  expect(first).toMatchObject({ status: 0, stdout: '2 access cards are saved; 0 accounts have other needs than before\n' })
  expect(await applyAccess(db, { id, lastName: 'O’Quill' }, 'AC2052', { name: 'test' })).toMatchObject({ ok: false })
  expect(await applyAccess(db, { id, lastName: 'O’Quill' }, 'AC 2051', { name: 'test' })).toMatchObject({ ok: true })
  expect(await typesOf()).toEqual(['wheelchair', 'plus-one'])

  expect(await importCards('AC2051,,hearing', 'AC2053,,sight')).toMatchObject({ status: 2, stderr: 'line 3: unknown need sight\n' })
  expect(await typesOf()).toEqual(['wheelchair', 'plus-one'])

  const changed = await importCards('AC2051,O’Quill,wheelchair')
  expect(changed).toMatchObject({ status: 0, stdout: '1 access cards are saved; 1 accounts have other needs than before\n' })
  expect(await typesOf()).toEqual(['wheelchair'])
})
