import { expect, it } from 'vitest'
import type { ApiClient } from '#client'
import { code, register, value } from './visitor.ts'

type Parts = {
  readonly visitor: () => ApiClient
  readonly programmer: () => Promise<ApiClient>
  readonly finance: () => Promise<ApiClient>
  readonly administrator: () => Promise<ApiClient>
}

/** The cards of the access scheme. */
export function describeAccessCards({ visitor, programmer: signInProgrammer, finance, administrator: signIn }: Parts): void {
  const card = (change: object = {}) => ({
    ...{ accessId: `ac ${Date.now()}`, lastName: null, types: ['hearing' as const], isWithdrawn: false, version: null },
    ...change,
  })
  const typesOf = async (customer: ApiClient) => value(await customer.me.access()).types.map(({ type }) => type)

  it('gives an account the needs of a card that staff add, change, withdraw, and put back', async () => {
    const [staff, customer] = [await signIn(), visitor()]
    value(await register(customer))
    const lastName = 'Quill'
    const wanted = card({ lastName })
    const added = value(await staff.accessCards.change({ body: { cards: [wanted], reason: 'A letter' } }))
    const accessId = wanted.accessId.replace(' ', '').toUpperCase()
    expect(added.cards).toEqual([{ ...wanted, accessId, isHeld: false, version: 1 }])
    value(await customer.me.applyAccess({ body: { accessId } }))
    expect(await typesOf(customer)).toEqual(['hearing'])

    const both = ['wheelchair', 'plus-one'] as const
    const change = (next: object) => staff.accessCards.change({ body: { cards: [{ ...wanted, ...next }] } })
    const changed = value(await change({ types: [...both, 'wheelchair'], version: 1 }))
    expect(changed.cards).toMatchObject([{ types: ['plus-one', 'wheelchair'], isHeld: true, version: 2 }])
    expect((await typesOf(customer)).toSorted()).toEqual([...both].toSorted())
    expect(code(await change({ version: 1 }))).toBe('changed-meanwhile')
    expect(code(await change({}))).toBe('id-taken')
    expect(value(await change({ types: both, version: 2 })).changeSet).toBeNull()

    const withdrawn = value(await change({ types: both, isWithdrawn: true, version: 2 }))
    expect(await typesOf(customer)).toEqual([])
    expect(value(await customer.me.access()).accessId).toBeNull()
    expect(code(await customer.me.applyAccess({ body: { accessId } }))).toBe('access-code-invalid')
    const undo = async (changeSet: string | null) => staff.planning.undo({ params: { change: changeSet! }, body: {} })
    value(await undo(withdrawn.changeSet))
    expect((await typesOf(customer)).toSorted()).toEqual([...both].toSorted())
    value(await undo(changed.changeSet))
    expect(await typesOf(customer)).toEqual(['hearing'])

    expect(await undo(added.changeSet)).toMatchObject({
      error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'access_grant', count: 1 }] } },
    })
    value(await customer.me.removeAccess())
    const removed = value(await undo(added.changeSet))
    expect(code(await customer.me.applyAccess({ body: { accessId } }))).toBe('access-code-invalid')
    value(await undo(removed.changeSet))
    value(await customer.me.applyAccess({ body: { accessId } }))
    expect(await typesOf(customer)).toEqual(['hearing'])
    value(await customer.me.removeAccess())

    const { changes } = value(await staff.planning.changes({ query: { subject: 'access-card', id: accessId } }))
    expect(changes.map(({ kind }) => kind).toSorted()).toEqual([...Array(3).fill('edit-access-cards'), ...Array(4).fill('undo')])
    const history = JSON.stringify(changes)
    for (const word of [lastName, 'hearing', 'wheelchair']) expect(history).not.toContain(word)
  })

  it('finds cards, adds several or none, and shows them to few staff', async () => {
    const staff = await signIn()
    const stem = `FIND${Date.now()}`
    const cards = [card({ accessId: `${stem}-1`, lastName: `Zz${stem}` }), card({ accessId: `${stem}-2` })]
    const all = async (find: string) => value(await staff.accessCards.all({ query: { find } })).cards.map(({ accessId }) => accessId)
    expect(await staff.accessCards.change({ body: { cards: [...cards, card({ accessId: ` ${stem.toLowerCase()} -1` })] } })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['cards.2.accessId'] } },
    })
    expect(code(await staff.accessCards.change({ body: { cards: [...cards, card({ version: 3 })] } }))).toBe('page-not-found')
    expect(code(await staff.accessCards.change({ body: { cards: [card({ types: [] })] } }))).toBe('invalid-input')
    expect(await all(stem)).toEqual([])
    value(await staff.accessCards.change({ body: { cards } }))
    expect(await all(stem.toLowerCase())).toEqual([`${stem}-1`, `${stem}-2`])
    expect(await all(`zz${stem}`)).toEqual([`${stem}-1`])
    for (const client of [visitor(), await signInProgrammer(), await finance()]) {
      expect(code(await client.accessCards.all({ query: {} }))).toBe('not-allowed')
      expect(code(await client.accessCards.change({ body: { cards: [card()] } }))).toBe('not-allowed')
    }
  })
}
