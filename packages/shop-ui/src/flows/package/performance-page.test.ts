// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { problem } from '@playhouse/domain/problem'
import { ballotQuery, formQuery, instanceQuery } from '#server-state'
import { fakeServer, refuse } from '#testing'
import { findPerformancePage } from './index.ts'

function find(page: string, replies: readonly { readonly queryKey: readonly unknown[] }[]): Promise<string> {
  const none = () => refuse(problem('page-not-found'))
  fakeServer({ catalogue: { instance: none }, forms: { read: none }, ballot: { read: none } })
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  for (const { queryKey } of replies) cache.setQueryData(queryKey, { event: 'emma' })
  return findPerformancePage(cache, { package: 'pick-two', instance: 'emma-1' }, page)
}

it.each([
  ['form', formQuery('emma-1')],
  ['register/first-choice', ballotQuery('emma-1')],
])('is the page %s of the performance', async (page, reply) => {
  expect(await find(page, [instanceQuery('emma-1'), reply])).toBe(`/events/emma/emma-1/${page}`)
})

it.each(['form', 'register/first-choice'])('is the performance in the package, where it has no page %s', async (page) => {
  expect(await find(page, [instanceQuery('emma-1')])).toBe('/packages/pick-two/emma-1')
})
