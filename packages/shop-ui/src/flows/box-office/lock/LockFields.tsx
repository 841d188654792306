import type { PlannedLocks } from '@playhouse/api-client/contract'
import { type LockType, lockTypes } from '@playhouse/domain/seat-lock'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { OptionField } from '../planning/OptionField.tsx'
import { MomentFields } from '../planning/WindowFields.tsx'
import { momentKinds } from '../planning/window-draft.ts'
import type { LockDraft } from './lock-draft.ts'

type Props = {
  readonly draft: LockDraft
  /** The agents who can have seats. Without one there is no lock for an agent. */
  readonly agents: PlannedLocks['agents']
  readonly onChange: (draft: LockDraft) => void
  /** Whether the server refused the release. */
  readonly isReleaseRefused: boolean
}

/** The lock that a press paints: type, note and release; or seats go on sale. */
export function LockFields({ draft, agents, onChange, isReleaseRefused }: Props) {
  const t = useWords('lock')
  const words = useWords('box-office')
  const set = (change: Partial<LockDraft>): void => onChange({ ...draft, ...change })
  return (
    <>
      <OptionField<LockType | 'on-sale'>
        name="lock-type"
        label={t('with')}
        value={draft.type}
        onChange={(type) => set({ type })}
        options={[
          ...lockTypes
            .filter((value) => value !== 'agent' || agents.length > 0)
            .map((value) => ({ value, label: words(`holdKind.${value}`) })),
          { value: 'on-sale' as const, label: t('unlock') },
        ]}
      />
      {draft.type === 'agent' && (
        <OptionField
          name="lock-agent"
          label={words('holdKind.agent')}
          value={draft.agent ?? agents[0]?.id ?? ''}
          onChange={(agent) => set({ agent })}
          options={agents.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {draft.type !== 'on-sale' && (
        <>
          <TextField
            name="lock-note"
            label={t('note')}
            hint={t('noteHint')}
            optional
            maxLength={200}
            value={draft.note}
            onChange={(note) => set({ note })}
          />
          <MomentFields
            name="lock-release"
            label={t('release')}
            moment={draft.release}
            kinds={momentKinds}
            labelOfStart={t('never')}
            onChange={(release) => set({ release })}
            error={isReleaseRefused ? t('releaseFault') : undefined}
          />
        </>
      )}
    </>
  )
}
