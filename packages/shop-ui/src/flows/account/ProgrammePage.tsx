import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import type { ProgrammeView } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { textIn } from '@playhouse/domain/text-in'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import { CodeForm } from './CodeForm.tsx'
import { useLocale, useTexts, useTheatreLanguage, useWords } from '#i18n'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, ProblemError, queryClient, unwrap, useBrand, useSession } from '#server-state'
import { PerformanceList } from '#ticketing/PerformanceList'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice, useProblemWords } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import styles from './AccountPage.module.css'

/** Below the key `me`, so that signing in and out removes its data. */
const programmeQuery = (programme: string) =>
  queryOptions({
    queryKey: ['me', 'programme', programme],
    queryFn: () => unwrap(api.programmes.read({ params: { programme } })),
  })

/** A closed sale: asks for its access code, then lists the performances that it opens. */
export function ProgrammePage() {
  const { programme: id = '' } = useParams()
  const { data: programme, error } = useQuery(programmeQuery(id))
  if (error) return <UnknownProgramme error={error} />
  return <Page width="reading">{programme ? <Programme key={id} programme={programme} /> : <ProgrammeSkeleton />}</Page>
}

function UnknownProgramme({ error }: { readonly error: Error }) {
  const wordsOf = useProblemWords()
  if (!(error instanceof ProblemError)) throw error
  return (
    <Page width="reading">
      <PageHeading>{wordsOf(error.problem).title}</PageHeading>
      <ProblemNotice problem={error.problem} hasNoTitle />
    </Page>
  )
}

function Programme({ programme }: { readonly programme: ProgrammeView }) {
  const textOf = useTheatreText()
  const [name, text] = [textOf(programme.name), textOf(programme.text)]
  const isOpened = programme.isOpened && programme.performances.length > 0
  return (
    <>
      <PageHeading {...(name.lang !== undefined && { lang: name.lang })}>{name.text}</PageHeading>
      {/* The introduction asks for the code. */}
      {!isOpened && (
        <p lang={text.lang} className={styles.lead}>
          {text.text}
        </p>
      )}
      <ProgrammeContent programme={programme} />
    </>
  )
}

function ProgrammeContent({ programme }: { readonly programme: ProgrammeView }) {
  const t = useWords('programme')
  const { customer } = useSession()
  const { phone } = useBrand().contact
  const mutation = useApiMutation()
  const heading = useRef<HTMLHeadingElement>(null)
  const open = (code: string) =>
    mutation.send(() => api.programmes.open({ params: { programme: programme.id }, body: { code } }), {
      message: ({ performances }) => t('opened', { count: performances.length }),
      onSuccess: storeProgramme,
    })
  const { isOpened } = programme
  const wasOpened = useRef(isOpened)
  // The heading takes the place of the form, which had the focus.
  useEffect(() => {
    if (isOpened && !wasOpened.current) heading.current?.focus()
    wasOpened.current = isOpened
  }, [isOpened])
  if (isOpened && programme.performances.length > 0)
    return (
      <section aria-labelledby="programme-performances" className={styles.section}>
        <h2 id="programme-performances" ref={heading} tabIndex={-1}>
          {t('performances')}
        </h2>
        <p className={styles.lead}>{t('until')}</p>
        <Performances performances={programme.performances} />
      </section>
    )
  return (
    <>
      {isOpened && <ProblemNotice problem={problem('programme-without-instances')} />}
      <MutationOutcome mutation={mutation} />
      <CodeForm
        name="access-code"
        label={t('code')}
        hint={t('hint', { name: customer?.lastName ?? '' })}
        missing={t('missing')}
        submitLabel={t('open')}
        isPending={mutation.isPending}
        onSubmit={open}
      />
      <Notice tone="info" title={t('help.title')}>
        <p>{t('help.detail', { phone })}</p>
        <p>
          <Link to="/account/your-details">{t('help.details')}</Link>
        </p>
      </Notice>
    </>
  )
}

/** Performances by production, in the order of their first performance. */
function Performances({ performances }: Pick<ProgrammeView, 'performances'>) {
  const byEvent = [...Map.groupBy(performances, ({ event }) => event)]
  const textsOf = useTexts()
  return byEvent.map(([event, ofEvent]) => {
    const { title, langOf } = textsOf(ofEvent[0]!)
    return (
      <section key={event} aria-labelledby={`event-${event}`} className={styles.section}>
        <h3 id={`event-${event}`} lang={langOf('title')}>
          {title}
        </h3>
        <PerformanceList performances={ofEvent.map((each) => ({ ...each, to: `/events/${event}/${each.id}` }))} />
      </section>
    )
  })
}

/** The programme decides prices, seats and lists: all of them are loaded again. */
function storeProgramme(programme: ProgrammeView): void {
  queryClient.setQueryData(programmeQuery(programme.id).queryKey, programme)
  for (const name of ['prices', 'events', 'event', 'instance', 'availability']) void queryClient.invalidateQueries({ queryKey: [name] })
}

/** Returns a text of the theatre in the visitor's language, or in the theatre's with its language tag. */
function useTheatreText(): (text: TranslatedText) => { readonly text: string; readonly lang?: string } {
  const locale = useLocale()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  return (text) => ({ text: textIn(text, locale), ...(lang !== undefined && !text.translations?.[locale] && { lang }) })
}

const ProgrammeSkeleton = () => (
  <Loading>
    <SkeletonLine share={0.5} />
    <SkeletonBlock height={20} />
  </Loading>
)
