import { useState } from 'react'
import type { contract, ReplyOf } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { ProblemNotice } from '#ui/ProblemNotice'
import { QrCode } from '#ticketing/QrCode'
import { TextField } from '#form/TextField'
import { useApiMutation } from '#mutation'
import { api, useBrand } from '#server-state'
import { classNames } from '#theme'
import styles from './QueuePage.module.css'

type PlaceLink = ReplyOf<typeof contract.queue.move>

/** Transfers the queue ticket to another device by a QR code or a link. */
export function TransferTicket({ instance, to }: { readonly instance: string; readonly to: string }) {
  const t = useWords('queue')
  const { time } = useFormats()
  const { timeZone } = useBrand()
  const { send, problem, isPending } = useApiMutation()
  const [isCopied, setCopied] = useState(false)
  const [link, setLink] = useState<PlaceLink>()
  const copy = async (url: string): Promise<void> => {
    await navigator.clipboard.writeText(url).catch(() => {})
    setCopied(true)
    announce(t('move.copied'))
  }
  return (
    <Disclosure level={2} label={t('move.title')}>
      <div className={classNames(styles.section)}>
        <p>{t('move.lead')}</p>
        {problem && <ProblemNotice problem={problem} />}
        {link ? (
          <div className={classNames(styles.link)}>
            <div className={styles.code}>
              <QrCode modules={link.code} label={t('move.code')} />
            </div>
            <div className={styles.section}>
              <p role="status">{t('move.how', { until: time({ startsAt: link.until, timeZone }) })}</p>
              <TextField name="place-link" label={t('move.link')} value={link.url} onChange={() => {}} readOnly spellCheck={false} />
              <p>
                <Button onPress={() => void copy(link.url)}>{isCopied ? t('move.copied') : t('move.copy')}</Button>
              </p>
            </div>
          </div>
        ) : (
          <p>
            <Button
              isPending={isPending}
              onPress={() => void send(() => api.queue.move({ params: { instance }, body: { to } }), { onSuccess: setLink })}
            >
              {t('move.make')}
            </Button>
          </p>
        )}
      </div>
    </Disclosure>
  )
}
