import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { staffPermissions, staffRoles } from '../packages/domain/src/staff.ts'
import { root } from './setup/repository.mjs'

it('finds a check in the server, or in a rule it shares, for every action of the counter that only some roles may do', () => {
  const source = execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      'apps/server/src',
      'packages/domain/src',
      'packages/api-client/src/contract',
    ],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .trim()
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const restrictedActions = Object.entries(staffPermissions).flatMap(([action, roles]) =>
    roles.length < staffRoles.length ? [action] : [],
  )
  expect(restrictedActions.length).toBeGreaterThan(4)
  expect(restrictedActions.filter((action) => !new RegExp(`'${action}'(?!:)`).test(source))).toEqual([])
})
