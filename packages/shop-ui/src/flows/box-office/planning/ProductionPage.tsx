import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { useParams } from 'react-router'
import type { PlannedProduction } from '@playhouse/api-client/contract'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { StructuredText } from '#ui/StructuredText'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { AddPerformance } from './AddPerformance.tsx'
import { MissingNotice } from './MissingNotice.tsx'
import { plannedProductionQuery, storeProduction } from './planning-queries.ts'
import { PlannedPerformances } from './PlannedPerformances.tsx'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { ShopPreviewForm } from './ShopPreviewForm.tsx'
import { usePlanningMutation } from './usePlanningMutation.ts'

/** A production: its state, what it lacks, its texts and its performances. */
export function ProductionPage() {
  const t = useWords('planning')
  const { event = '' } = useParams()
  const query = useQuery(plannedProductionQuery(event))
  return (
    <Page>
      <PageHeading>{query.data?.production.title ?? t('list.title')}</PageHeading>
      <p>
        <Link to="/smart/productions">{t('list.title')}</Link>
      </p>
      <QueryStatus query={query} height={20} />
      {query.data && <Production planned={query.data} />}
    </Page>
  )
}

function Production({ planned }: { readonly planned: PlannedProduction }) {
  const t = useWords('planning')
  const { role } = useCounterState().clerk
  const { production, missing } = planned
  const { id } = production
  const state = useRef<HTMLParagraphElement>(null)
  const isEditor = isStaffAllowed(role, 'edit-programme')
  return (
    <>
      <p ref={state} tabIndex={-1}>
        {t('production.state', { state: t(`state.${production.state}`) })}
      </p>
      {missing.length > 0 && <MissingNotice planned={planned} />}
      {isStaffAllowed(role, 'publish-programme') && <StateButtons planned={planned} state={state} />}
      <div className={classNames(styles['inline'], styles['line'])}>
        {isEditor && <LinkButton to={`/smart/productions/${id}/run`}>{t('run.title')}</LinkButton>}
        {isEditor && <LinkButton to={`/smart/productions/${id}/edit`}>{t('edit.title')}</LinkButton>}
        {isEditor && <LinkButton to={`/smart/productions/${id}/image`}>{t('image.title')}</LinkButton>}
        {isEditor && <LinkButton to={`/smart/productions/${id}/translations`}>{t('translations.title')}</LinkButton>}
        <Link to={`/smart/productions/${id}/on-sale`}>{t('windows.title')}</Link>
        {production.state === 'published' && <Link to={`/events/${id}`}>{t('production.onSite')}</Link>}
        <Link to={`/smart/changes?${new URLSearchParams({ subject: 'production', id })}`}>{t('changes.ofProduction')}</Link>
      </div>
      <ShopPreviewForm event={id} />
      {isEditor && <AddPerformance planned={planned} />}
      <PlannedPerformances planned={planned} isEditor={isEditor} />
      <section className={styles['panel']} aria-labelledby="production-texts" lang={production.copyLanguage}>
        <h2 id="production-texts" lang="">
          {t('production.texts')}
        </h2>
        {production.credit !== '' && <p>{production.credit}</p>}
        {production.tagline !== '' && <p>{production.tagline}</p>}
        <StructuredText blocks={production.synopsis} level={3} />
      </section>
    </>
  )
}

const transitions = {
  publish: (event: string, version: number) => api.planning.publish({ params: { event }, body: { version } }),
  withdraw: (event: string, version: number) => api.planning.withdraw({ params: { event }, body: { version } }),
  archive: (event: string, version: number) => api.planning.archive({ params: { event }, body: { version } }),
} as const

type StateProps = { readonly planned: PlannedProduction; readonly state: RefObject<HTMLElement | null> }

/** Publishes a production, withdraws it or archives it. Each can be undone with the list of changes. */
function StateButtons({ planned: { production, version, performances, missing }, state }: StateProps) {
  const t = useWords('planning')
  const mutation = usePlanningMutation()
  const isLive = production.state === 'published'
  const hasDrafts = !isLive || performances.some((performance) => performance.state === 'draft')
  const change = (transition: keyof typeof transitions) =>
    mutation.send(() => transitions[transition](production.id, version), {
      onSuccess: storeProduction,
      message: t(`production.done.${transition}`, { title: production.title }),
      focus: state,
    })
  const offered = (Object.keys(transitions) as (keyof typeof transitions)[]).filter((transition) =>
    transition === 'publish' ? hasDrafts : transition === 'withdraw' ? isLive : production.state !== 'archived',
  )
  return (
    <>
      <PlanningOutcome mutation={mutation} />
      <div className={styles['inline']}>
        {offered.map((transition) => (
          <Button
            key={transition}
            look={transition === 'publish' ? 'primary' : 'secondary'}
            isPending={mutation.isPending}
            isDisabled={transition === 'publish' && missing.some(({ isBlocking }) => isBlocking)}
            onPress={() => void change(transition)}
          >
            {t(transition === 'publish' && isLive ? 'production.publishDrafts' : `production.${transition}`)}
          </Button>
        ))}
      </div>
    </>
  )
}
