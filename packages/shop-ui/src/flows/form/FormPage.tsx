import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Instance, OpenForm } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { useFormats, useTexts, useWords } from '#i18n'
import { Breadcrumb } from '#ui/Breadcrumb'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice, useProblemWords } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import { formQuery, instanceQuery, ProblemError } from '#server-state'
import { EnquiryForm } from './EnquiryForm.tsx'
import styles from './Form.module.css'
import { useFormText } from './useFormText.ts'

/** The form of a performance, such as the enquiry of a school or a group. */
export function FormPage() {
  const { event = '', instance: id = '' } = useParams()
  const instance = useQuery(instanceQuery(id))
  const form = useQuery(formQuery(id))
  const isOfOtherEvent = instance.data !== undefined && instance.data.event !== event
  const error = isOfOtherEvent ? new ProblemError(problem('instance-unavailable')) : (instance.error ?? form.error)
  if (error) return <FormProblem error={error} />
  if (!instance.data || !form.data)
    return (
      <Page width="reading">
        <Loading>
          <SkeletonLine share={0.5} />
          <SkeletonBlock height={30} />
        </Loading>
      </Page>
    )
  return <OpenFormPage key={form.data.form.form} instance={instance.data} {...form.data} />
}

/** Replaces a form that is unknown or could not be loaded. */
function FormProblem({ error }: { readonly error: Error }) {
  const wordsOf = useProblemWords()
  if (!(error instanceof ProblemError)) throw error
  return (
    <Page width="reading">
      <PageHeading>{wordsOf(error.problem).title}</PageHeading>
      <ProblemNotice problem={error.problem} hasNoTitle />
    </Page>
  )
}

function OpenFormPage({ instance, form, today }: OpenForm & { readonly instance: Instance }) {
  const t = useWords('form')
  const textOf = useFormText()
  const { day, dateAndTime } = useFormats()
  const [sentTo, setSentTo] = useState<string>()
  const production = useTexts()(instance.production)
  const title = textOf(form.title)
  const intro = textOf(form.intro)
  const path = `/events/${instance.event}/${instance.id}`
  return (
    <Page width="reading">
      <Breadcrumb
        crumbs={[{ label: production.title, to: `/events/${instance.event}` }, { label: day(instance), to: path }, { label: title.text }]}
      />
      <PageHeading title={`${title.text}, ${production.title}`} {...(title.lang !== undefined && { lang: title.lang })}>
        {title.text}
      </PageHeading>
      <p>
        <strong lang={production.langOf('title')}>{production.title}</strong>
        <br />
        <time dateTime={instance.startsAt}>{dateAndTime(instance)}</time>
      </p>
      {sentTo === undefined ? (
        <>
          <p lang={intro.lang}>{intro.text}</p>
          <EnquiryForm instance={instance.id} form={form} today={today} onSent={setSentTo} />
        </>
      ) : (
        <Notice tone="success" title={t('sent.title')} tabIndex={-1} ref={(notice) => notice?.focus()}>
          <p className={styles.sent}>{t('sent.detail', { email: sentTo })}</p>
          <NoticeActions>
            <LinkButton to={path}>{t('sent.performance')}</LinkButton>
          </NoticeActions>
        </Notice>
      )}
    </Page>
  )
}
