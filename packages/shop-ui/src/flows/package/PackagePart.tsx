import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import type { ChosenPerformance, PackagePerformance, PackageView } from '@playhouse/domain/package'
import { partsOf } from '@playhouse/domain/package-choice'
import { packagePartPath, packagePathOf } from '@playhouse/domain/package-path'
import { problem } from '@playhouse/domain/problem'
import { useFormats, useWords } from '#i18n'
import { packageQuery, ProblemError } from '#server-state'
import { offerClasses } from '#ticketing/OfferLayout'
import { Breadcrumb } from '#ui/Breadcrumb'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { type PackageDraft, usePackageDraft } from './usePackageDraft.ts'
import { usePackageText } from './usePackageText.ts'

/** A performance of a package whose seats are chosen. */
export type PackagePart = {
  readonly view: PackageView
  readonly title: string
  readonly performance: PackagePerformance
  readonly draft: PackageDraft
  /** Changes the draft, and chooses this performance for its part. */
  readonly change: (change: Partial<PackageDraft>) => void
}

type FrameProps = {
  /** Heading of the page, and whether it is below the page of the performance. */
  readonly heading: string
  readonly isStep?: boolean
  readonly children: (part: PackagePart) => ReactNode
}

/** The part of a package that offers a performance: the one for which it is chosen, or the first. */
function findPart(view: PackageView, choice: readonly ChosenPerformance[], instance: string) {
  const offering = partsOf(view).filter(({ part }) => part.performances.some((each) => each.instance === instance))
  const isChosen = ({ inner, part }: (typeof offering)[number]): boolean =>
    choice.some((each) => each.package === inner && each.part === part.part && each.instance === instance)
  return offering.find(isChosen) ?? offering[0]
}

/** Loads the performance of a package that the URL names, and shows a page about its seats. */
export function PackagePartFrame({ heading, isStep = false, children }: FrameProps) {
  const t = useWords('package')
  const { dateAndTime } = useFormats()
  const { textOf } = usePackageText()
  const { package: id = '', instance = '' } = useParams()
  const { data: view, error, refetch } = useQuery(packageQuery(id))
  const [draft, setDraft] = usePackageDraft(id)
  if (view && (view.kind === 'series' || !view.isOnSale)) return <Navigate to={packagePathOf(view)} replace />
  const found = view && findPart(view, draft.choice, instance)
  const performance = found?.part.performances.find((each) => each.instance === instance)
  const name = view && textOf(view.name)
  const change = (changes: Partial<PackageDraft>): void => {
    const { inner, part } = found!
    const others = draft.choice.filter((each) => each.package !== inner || each.part !== part.part)
    setDraft({ choice: [...others, { package: inner, part: part.part, instance }], ...changes })
  }
  return (
    <Page>
      {view && name && (
        <Breadcrumb
          crumbs={[
            { label: t('title'), to: '/packages' },
            { label: name.text, to: packagePathOf(view), lang: name.lang },
            ...(found ? [{ label: found.part.title, ...(isStep && { to: packagePartPath(id, instance) }) }] : []),
            ...(isStep ? [{ label: heading }] : []),
          ]}
        />
      )}
      <PageHeading>{heading}</PageHeading>
      {view && found && performance && (
        <>
          <p className={offerClasses.lead}>
            {found.part.title}, <time dateTime={performance.startsAt}>{dateAndTime(performance)}</time>
          </p>
          {children({ view, title: found.part.title, performance, draft, change })}
        </>
      )}
      {view && !performance && (
        <>
          <ProblemNotice problem={problem('instance-unavailable')} />
          <p>
            <LinkButton to={packagePathOf(view)}>{t('part.back')}</LinkButton>
          </p>
        </>
      )}
      {!view && error instanceof ProblemError && (
        <ProblemNotice problem={error.problem} {...(error.problem.code !== 'page-not-found' && { onRetry: () => void refetch() })} />
      )}
      {!view && !error && (
        <Loading>
          <SkeletonBlock height={16} />
        </Loading>
      )}
    </Page>
  )
}
