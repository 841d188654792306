import { useQuery } from '@tanstack/react-query'
import { type AccountPage, hasAccountPage } from '@playhouse/domain/account'
import { useFormats, useWords, useDayFormat, useTheatreLanguage } from '#i18n'
import { Link } from '#ui/Link'
import { PageHeading } from '#ui/PageHeading'
import { Price } from '#ticketing/Price'
import { useBrand, useSession } from '#server-state'
import { AccountFrame } from './AccountFrame.tsx'
import styles from './AccountOverviewPage.module.css'
import { NextPerformance } from './NextPerformance.tsx'
import { accessQuery, creditQuery, membershipsQuery } from './queries.ts'

/** `/account/overview`: the next performance with its tickets, memberships, credit and access ID, and links to every account page. */
export const AccountOverviewPage = () => (
  <AccountFrame>
    <Overview />
  </AccountFrame>
)

function Overview() {
  const t = useWords('profile')
  const brand = useBrand()
  const { customer } = useSession()
  const { nav, more } = brand.account
  const summaryPages = (['memberships', 'account-credit', 'access'] as const).filter((page) => hasAccountPage(brand, page))
  return (
    <>
      <PageHeading>{t('front.title')}</PageHeading>
      <p className={styles.lead}>{t('front.hello', { name: customer?.firstName })}</p>
      <NextPerformance />
      {summaryPages.length > 0 && (
        <section aria-labelledby="front-glance" className={styles.section}>
          <h2 id="front-glance">{t('front.glance')}</h2>
          <dl className={styles.glances}>
            {summaryPages.map((page) => {
              const Summary = summaries[page]
              return (
                <div key={page}>
                  <dt>
                    <Link to={`/account/${page}`}>{t(`page.${page}`)}</Link>
                  </dt>
                  <dd>
                    <Summary />
                  </dd>
                </div>
              )
            })}
          </dl>
        </section>
      )}
      <section aria-labelledby="front-pages" className={styles.section}>
        <h2 id="front-pages">{t('profile.pages')}</h2>
        <Pages pages={nav.filter((page) => hasAccountPage(brand, page))} />
        <h3>{t('front.more')}</h3>
        <Pages pages={more.filter((page) => hasAccountPage(brand, page))} />
      </section>
    </>
  )
}

function Pages({ pages }: { readonly pages: readonly AccountPage[] }) {
  const t = useWords('profile')
  return (
    <ul role="list" className={styles.pages}>
      {pages.map((page) => (
        <li key={page}>
          <Link to={`/account/${page}`}>{t(`page.${page}`)}</Link>
          <p>{t(`line.${page}`)}</p>
        </li>
      ))}
    </ul>
  )
}

/** A value that is loading or failed to load; the page that it links to shows the problem. */
const LoadingValue = ({ isPending }: { readonly isPending: boolean }) => <span aria-busy={isPending}>…</span>

function Membership() {
  const t = useWords('profile')
  const day = useDayFormat()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const { data, isPending } = useQuery(membershipsQuery)
  if (!data) return <LoadingValue isPending={isPending} />
  const current = data.memberships.filter(({ state }) => state === 'active' || state === 'expiring')
  if (current.length === 0) return t('front.noMembership')
  return current.map(({ id, name, expiresOn }) => (
    <span key={id} className={styles.held}>
      <span lang={lang}>{name}</span> <small>{t('front.until', { day: day(expiresOn) })}</small>
    </span>
  ))
}

function Credit() {
  const { data, isPending } = useQuery(creditQuery)
  return data ? <Price amount={data.balance} /> : <LoadingValue isPending={isPending} />
}

function Access() {
  const t = useWords('profile')
  const { list } = useFormats()
  const { data, isPending } = useQuery(accessQuery)
  if (!data) return <LoadingValue isPending={isPending} />
  if (data.accessId === null) return t('front.noAccess')
  return (
    <span className={styles.held}>
      {data.accessId} <small>{list(data.types.map(({ type }) => t(`access.type.${type}.name`)))}</small>
    </span>
  )
}

const summaries = { memberships: Membership, 'account-credit': Credit, access: Access }
