import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { previewPath, usePrefetch } from '@playhouse/shop-ui/browser'
import { loadMessages, prefetchMessages } from '@playhouse/shop-ui/i18n'
import { StatusRegion } from '@playhouse/shop-ui/ui/announce'
import { Page } from '@playhouse/shop-ui/ui/Page'
import { Loading, SkeletonBlock, SkeletonLine } from '@playhouse/shop-ui/ui/Skeleton'
import { SkipLink } from '@playhouse/shop-ui/ui/SkipLink'
import { HydratedScreen, useIsHydrated } from '@playhouse/shop-ui/ui/hydration'
import { classNames } from '@playhouse/shop-ui/theme'
import { useSession } from '@playhouse/shop-ui/server-state'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import styles from './Layout.module.css'
import { OfflineNotice } from './OfflineNotice.tsx'

/** Loaded only for a basket with held seats. */
const BasketExpiry = lazy(async () => {
  const [basket] = await Promise.all([import('@playhouse/shop-ui/flows/basket'), loadMessages('order'), loadMessages('problem')])
  return { default: basket.BasketExpiry }
})

/** Loaded only in a preview of the shop. */
const PreviewBanner = lazy(async () => {
  const [preview] = await Promise.all([import('@playhouse/shop-ui/flows/shop-preview'), loadMessages('planning')])
  return { default: preview.PreviewBanner }
})

/** The texts of problems, for the pages that load without them: a problem must not need the network. */
const prefetchProblems = (): Promise<unknown> => prefetchMessages('problem')

type LayoutProps = {
  /** Whether this build has a screen for a path. */
  readonly isBuilt: (path: string) => boolean
  readonly children?: ReactNode
}

/** The frame of every screen: header, content, footer, and the live regions for screen readers. */
export function Layout({ isBuilt, children }: LayoutProps) {
  usePrefetch(prefetchProblems, { isEssential: true })
  return (
    <div className={classNames(styles.shop)}>
      <SkipLink to="main" />
      <Header isBuilt={isBuilt} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {previewPath && (
          <Suspense>
            <PreviewBanner className={classNames(styles.notices)} />
          </Suspense>
        )}
        <OfflineNotice className={classNames(styles.notices)} />
        <Suspense fallback={<ScreenSkeleton />}>
          <HydratedScreen>{children ?? <Outlet />}</HydratedScreen>
        </Suspense>
      </main>
      <Footer isBuilt={isBuilt} />
      <HoldExpiry />
      <StatusRegion />
    </div>
  )
}

/** Separate from `Layout`: when that renders again, React hydrates the whole screen in one task. */
function HoldExpiry() {
  const { basket } = useSession()
  // Stays mounted after the hold has ended, to report it.
  const [holds, setHolds] = useState(false)
  const isHydrated = useIsHydrated()
  if (isHydrated && basket.deadline && !holds) setHolds(true)
  return (
    holds && (
      <Suspense>
        <BasketExpiry />
      </Suspense>
    )
  )
}

const ScreenSkeleton = () => (
  <Page>
    <Loading>
      <SkeletonLine share={0.4} />
      <SkeletonBlock height={24} />
    </Loading>
  </Page>
)
