import { Copy, Send, Share2, Wallet as WalletSign } from 'lucide-react'
import { useState } from 'react'
import type { Problem } from '@playhouse/domain/problem'
import type { Titled } from '@playhouse/domain/production-texts'
import type { Wallet } from '@playhouse/domain/ticket'
import { useFormats, useTexts, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { type SeatPlace, useSeatName } from './SeatName.tsx'
import { TextField } from '#form/TextField'
import styles from './TicketTools.module.css'

/** An action that returns the problem if it failed. */
type ChangeResult = Promise<Problem | undefined>

export type TicketToolsProps = {
  readonly ticket: SeatPlace & Titled & { readonly id: string; readonly startsAt: string; readonly timeZone: string }
  readonly tools: {
    /** Wallets that this theatre has configured. */
    readonly wallets: readonly Wallet[]
    /** Whether the visitor has an account, which sharing needs. */
    readonly canShare: boolean
    readonly linkOf: (ticket: string) => string | undefined
    readonly onShare: (ticket: string) => ChangeResult
    readonly onTakeBack: (ticket: string) => ChangeResult
    readonly onWallet: (wallet: Wallet, ticket: string) => ChangeResult
  }
}

/** Actions on a ticket: add it to a wallet, and share it by a link that can be revoked. */
export function TicketTools({ ticket, tools }: TicketToolsProps) {
  const t = useWords('share')
  const seat = useSeatName()(ticket)
  const [problem, setProblem] = useState<Problem>()
  const [doing, setDoing] = useState<string>()
  const link = tools.linkOf(ticket.id)

  /** Runs one action at a time, announces its result and shows its problem. */
  const attempt = async (label: string, work: () => ChangeResult, done?: string) => {
    setDoing(label)
    const trouble = await work()
    setDoing(undefined)
    setProblem(trouble)
    if (!trouble && done) announce(done)
  }
  return (
    <>
      <div className={styles.row}>
        {tools.wallets.map((wallet) => (
          <Button
            key={wallet}
            aria-label={`${t(`wallet.${wallet}`)}: ${seat}`}
            isPending={doing === wallet}
            onPress={() => attempt(wallet, () => tools.onWallet(wallet, ticket.id))}
          >
            <WalletSign aria-hidden="true" />
            {t(`wallet.${wallet}`)}
          </Button>
        ))}
        {!link && tools.canShare && (
          <Button
            aria-label={`${t('share.do')}: ${seat}`}
            isPending={doing === 'share'}
            onPress={() => attempt('share', () => tools.onShare(ticket.id), t('share.made', { seat }))}
          >
            <Share2 aria-hidden="true" />
            {t('share.do')}
          </Button>
        )}
      </div>
      {link && (
        <SharedLink
          ticket={ticket}
          link={link}
          isTaking={doing === 'take-back'}
          onTakeBack={() => attempt('take-back', () => tools.onTakeBack(ticket.id), t('share.taken', { seat }))}
        />
      )}
      {problem && <ProblemNotice problem={problem} bare />}
    </>
  )
}

type SharedLinkProps = {
  readonly ticket: TicketToolsProps['ticket']
  readonly link: string
  readonly isTaking: boolean
  readonly onTakeBack: () => void
}

function SharedLink({ ticket, link, isTaking, onTakeBack }: SharedLinkProps) {
  const t = useWords('share')
  const seat = useSeatName()(ticket)
  const { when } = useFormats()
  const { title } = useTexts()(ticket)
  const send = { title, text: t('share.sendText', { title, when: when(ticket) }), url: link }
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    announce(t('share.copied'))
  }
  return (
    <div className={styles.shared}>
      <p>
        <strong>{t('share.title')}.</strong> {t('share.body')}
      </p>
      <TextField name={`link-${ticket.id}`} label={t('share.link')} value={link} onChange={() => {}} readOnly spellCheck={false} />
      <div className={styles.row}>
        <Button onPress={copy}>
          <Copy aria-hidden="true" />
          {t('share.copy')}
        </Button>
        {'share' in navigator && (
          // Closing the share sheet of the phone is no failure.
          <Button onPress={() => void navigator.share(send).catch(() => {})}>
            <Send aria-hidden="true" />
            {t('share.send')}
          </Button>
        )}
        <Button look="quiet" aria-label={`${t('share.takeBack')}: ${seat}`} isPending={isTaking} onPress={onTakeBack}>
          {t('share.takeBack')}
        </Button>
      </div>
      <p className={styles.small}>{t('share.savedCode')}</p>
    </div>
  )
}
