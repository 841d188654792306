import type { ComponentProps, ReactNode } from 'react'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { offerClasses } from './OfferLayout.tsx'

/** A card of the list. */
export type OfferCard = {
  readonly id: string
  readonly to: string
  readonly name: ReactNode
  readonly summary: ReactNode
  readonly price: ReactNode
  /** What is in it, or how long it is valid. */
  readonly extent: ReactNode
  /** When its sale begins, or that it has ended; absent while it is on sale. */
  readonly sale?: ReactNode
}
type OfferListPageProps = {
  readonly title: string
  readonly lead: string
  /** Undefined until they are loaded. */
  readonly offers: readonly OfferCard[] | undefined
  /** Shown where nothing is on sale. */
  readonly none: { readonly title: string; readonly text: string }
  /** Why they could not be loaded. */
  readonly problem: ComponentProps<typeof ProblemNotice>['problem'] | undefined
  readonly onRetry: () => void
  /** Shown below the list. */
  readonly children?: ReactNode
}

/** The page that lists what the theatre sells of one sort, as cards. */
export function OfferListPage({ title, lead, offers, none, problem, onRetry, children }: OfferListPageProps) {
  return (
    <Page>
      <PageHeading hero>{title}</PageHeading>
      <p className={offerClasses.lead}>{lead}</p>
      {offers && (
        <ul role="list" className={offerClasses.cards}>
          {offers.map(({ id, to, name, summary, price, extent, sale }) => (
            <li key={id} className={offerClasses.card}>
              <h2>
                <Link to={to}>{name}</Link>
              </h2>
              <p className={offerClasses.soft}>{summary}</p>
              <p className={offerClasses.price}>{price}</p>
              <p className={offerClasses.soft}>{extent}</p>
              {sale !== undefined && <p className={offerClasses.status}>{sale}</p>}
            </li>
          ))}
        </ul>
      )}
      {children}
      {offers?.length === 0 && <Notice title={none.title}>{none.text}</Notice>}
      {problem && !offers && <ProblemNotice problem={problem} onRetry={onRetry} />}
      {!offers && !problem && (
        <Loading>
          <SkeletonBlock height={16} />
        </Loading>
      )}
    </Page>
  )
}
