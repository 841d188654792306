import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { isStaffAllowed, type StaffPermission } from '@playhouse/domain/staff'
import { Navigate, NavLink, Outlet, useLocation, useNavigate } from 'react-router'
import { useWords } from '#i18n'
import { StatusRegion } from '#ui/announce'
import { Button } from '#ui/Button'
import { LanguageChooser } from '#ui/LanguageChooser'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { SkipLink } from '#ui/SkipLink'
import { api, ProblemError, useBrand } from '#server-state'
import styles from './BoxOffice.module.css'
import { counterStateQuery, clearCounterState, useStaffMutation } from './counter-state.ts'
import { MoreLinks } from './MoreLinks.tsx'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { permissionOfPage } from './page-permissions.ts'

/** The frame of every counter page. A visitor without a staff session signs in first and returns to the page. */
export function BoxOffice() {
  const t = useWords('box-office')
  const words = useWords('shell')
  const brand = useBrand()
  /** The page on which the menu of a narrow screen was opened: another page closes it. */
  const [menuAt, setMenuAt] = useState<string>()
  const menuButton = useRef<HTMLButtonElement>(null)
  const { pathname, search } = useLocation()
  const isMenuOpen = menuAt === pathname
  useEffect(() => {
    if (!isMenuOpen) return
    const close = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return
      setMenuAt(undefined)
      menuButton.current?.focus()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isMenuOpen])
  const navigate = useNavigate()
  const desk = useQuery(counterStateQuery)
  const { send, isPending } = useStaffMutation()
  if (desk.error instanceof ProblemError && desk.error.problem.code === 'not-allowed')
    return <Navigate to={`/smart/sign-in?${new URLSearchParams({ next: pathname + search })}`} replace />
  /** Links are shown while the role is read: most staff users sell. */
  const may = (permission: StaffPermission): boolean => !desk.data || isStaffAllowed(desk.data.clerk.role, permission)
  if (pathname === '/smart/customer/search' && !may('serve-customers'))
    return <Navigate to={may('edit-programme') ? '/smart/productions' : '/smart/book'} replace />
  const otherCounter = desk.data?.otherCounter
  const pages = [
    ...(brand.giftVouchers && may('read-vouchers') ? [['vouchers', 'vouchers'] as const] : []),
    ...(brand.limits.paymentLinkHours !== undefined && may('payment-link') ? [['payment-links', 'links'] as const] : []),
    ...(brand.features.forms && may('answer-forms') ? [['forms', 'forms'] as const] : []),
    ...(may('reserve') ? [['groups', 'groups'] as const] : []),
  ].map(([page, word]) => (
    <NavLink key={page} to={`/smart/${page}`}>
      {t(`frame.${word}`)}
    </NavLink>
  ))
  const more = otherCounter
    ? [
        ...pages,
        <a key="other counter" href={`${otherCounter.origin}/smart`}>
          {t(`frame.${otherCounter.kind}`)}
        </a>,
      ]
    : pages
  const needed = permissionOfPage(pathname)
  const signOut = async (): Promise<void> => {
    await send(() => api.staff.signOut())
    clearCounterState()
    await navigate('/smart/sign-in', { replace: true })
  }
  return (
    <div className={styles['office']}>
      <SkipLink to="main" />
      <header className={styles['bar']} data-menu={isMenuOpen ? 'open' : undefined}>
        <span className={styles['menu']}>
          <Button
            ref={menuButton}
            look="quiet"
            aria-expanded={isMenuOpen}
            aria-controls="office-menu"
            onPress={() => setMenuAt(isMenuOpen ? undefined : pathname)}
          >
            {words('menu')}
          </Button>
        </span>
        <span className={styles['house']}>{t('frame.house', { house: brand.name })}</span>
        {desk.data && <PaletteButton />}
        <nav id="office-menu" aria-label={t('frame.nav')} className={styles['links']}>
          {may('serve-customers') && <NavLink to="/smart/customer/search">{t('frame.customers')}</NavLink>}
          {may('read-performances') && <NavLink to="/smart/book">{t('frame.performances')}</NavLink>}
          {may('sell') && <NavLink to="/smart/sell">{t('frame.items')}</NavLink>}
          {may('read-programme') && <NavLink to="/smart/productions">{t('frame.programme')}</NavLink>}
          {may('read-programme') && <NavLink to="/smart/catalogue">{t('frame.catalogue')}</NavLink>}
          {desk.data && may('read-staff') && <NavLink to="/smart/staff">{t('frame.staff')}</NavLink>}
          {may('read-takings') && <NavLink to="/smart/takings">{t('frame.takings')}</NavLink>}
          {more.length > 1 ? <MoreLinks>{more}</MoreLinks> : more}
        </nav>
        <span className={styles['who']}>
          <LanguageChooser locales={brand.locales} />
          {desk.data && (
            <>
              <span>{t('frame.who', { name: desk.data.clerk.name, role: t(`role.${desk.data.clerk.role}`) })}</span>
              <Button look="quiet" isPending={isPending} onPress={() => void signOut()}>
                {t('frame.leave')}
              </Button>
            </>
          )}
        </span>
      </header>
      <main id="main" tabIndex={-1}>
        <Suspense fallback={<PageLoading />}>
          {desk.data && needed && !may(needed) ? (
            <Page>
              <PageHeading>{t('notAllowed.title')}</PageHeading>
              <p>{t('notAllowed.detail', { role: t(`role.${desk.data.clerk.role}`) })}</p>
            </Page>
          ) : desk.data ? (
            <Outlet />
          ) : desk.error instanceof ProblemError ? (
            <Page>
              <ProblemNotice problem={desk.error.problem} bare />
            </Page>
          ) : (
            <PageLoading />
          )}
        </Suspense>
      </main>
      <StatusRegion />
    </div>
  )
}

const PageLoading = () => (
  <Page>
    <Loading>
      <SkeletonBlock height={20} />
    </Loading>
  </Page>
)
