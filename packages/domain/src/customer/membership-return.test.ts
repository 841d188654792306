import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { findMemberPriceUses, findUncoveredTickets } from './membership-return.ts'
import type { MembershipTerm } from './membership-term.ts'

const term = (id: string, membership: string, changes: Partial<MembershipTerm> = {}): MembershipTerm => ({
  ...{ id, membership, startsOn: '2031-01-01', expiresOn: '2031-12-31', graceUntil: null },
  ...{ value: money(60_00), isCancelled: false, isRenewed: false },
  ...changes,
})
const ticket = (id: string, boughtOn = '2031-03-01', memberships = ['friend', 'patron']) => ({ id, boughtOn, memberships })
const sold = (item: string, termId: string, restores: string[] = []) => ({ item, term: termId, restores })

describe('findMemberPriceUses', () => {
  it('finds the tickets that only the memberships of the order opened', () => {
    const terms = [term('a', 'friend'), term('b', 'young')]
    const tickets = [ticket('one'), ticket('other', '2031-03-01', ['young']), ticket('before', '2030-12-31'), ticket('after', '2032-01-01')]
    expect(findMemberPriceUses(terms, [sold('item', 'a')], tickets)).toEqual([{ ticket: 'one', items: ['item'] }])
  })

  it('finds none where another membership of the customer opens the price, before its end', () => {
    const find = (other: MembershipTerm) => findMemberPriceUses([term('a', 'friend'), other], [sold('item', 'a')], [ticket('one')])
    expect(find(term('b', 'patron'))).toEqual([])
    expect(find(term('b', 'patron', { expiresOn: '2031-02-28' }))).toHaveLength(1)
    expect(find(term('b', 'patron', { expiresOn: '2031-02-28', graceUntil: '2031-03-01' })), 'in its days of grace').toEqual([])
    expect(find(term('b', 'patron', { isCancelled: true }))).toHaveLength(1)
    expect(find(term('b', 'patron', { startsOn: '2031-03-02' }))).toHaveLength(1)
  })

  it('finds none where the return of an upgrade restores a membership that opens the price', () => {
    const terms = [term('a', 'friend', { isCancelled: true }), term('b', 'patron', { startsOn: '2031-02-01' })]
    expect(findMemberPriceUses(terms, [sold('item', 'b', ['a'])], [ticket('one')])).toEqual([])
    expect(findMemberPriceUses(terms, [sold('item', 'b', ['a'])], [ticket('one', '2031-03-01', ['patron'])])).toHaveLength(1)
  })
})

describe('findUncoveredTickets', () => {
  const uses = [
    { ticket: 'one', items: ['friend', 'patron'] },
    { ticket: 'two', items: ['friend'] },
  ]
  const uncovered = (items: string[], tickets: string[] = []) => findUncoveredTickets(uses, { items, tickets }).map((use) => use.ticket)

  it('leaves a ticket covered while one of its memberships stays, or while it is returned itself', () => {
    expect(uncovered([])).toEqual([])
    expect(uncovered(['patron'])).toEqual([])
    expect(uncovered(['friend'])).toEqual(['two'])
    expect(uncovered(['friend', 'patron'])).toEqual(['one', 'two'])
    expect(uncovered(['friend', 'patron'], ['two'])).toEqual(['one'])
  })
})
