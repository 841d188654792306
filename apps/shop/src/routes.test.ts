import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { shopPaths } from '@playhouse/domain/shop-path'
import { routes } from './routes.tsx'

/** Paths with a screen; paths that only redirect load none. */
const screensOf = (all: readonly RouteObject[], parentPath = ''): string[] =>
  all.flatMap(({ path, children, index, loader }) => {
    const fullPath = path?.startsWith('/') || !path ? (path ?? parentPath) : `${parentPath}/${path}`
    if (children) return screensOf(children, fullPath)
    return index || loader ? [] : [fullPath]
  })

it('has exactly the listed screens, each of which the journeys check', async () => {
  await expect(`${screensOf(routes).toSorted().join('\n')}\n`).toMatchFileSnapshot('every-screen.txt')
})

/** The paths that only redirect. */
const redirectsOf = (all: readonly RouteObject[], parentPath = ''): string[] =>
  all.flatMap(({ path, children, index, loader }) => {
    const fullPath = path?.startsWith('/') || !path ? (path ?? parentPath) : `${parentPath}/${path}`
    if (children) return redirectsOf(children, fullPath)
    return index || loader ? [fullPath] : []
  })

it('has exactly the paths that the server answers with 200', () => {
  const paths = [...screensOf(routes).filter((path) => path !== '/*'), ...redirectsOf(routes)]
  expect(paths.toSorted()).toEqual(shopPaths.toSorted())
})
