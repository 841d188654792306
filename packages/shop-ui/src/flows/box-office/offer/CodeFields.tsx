import { useRef } from 'react'
import { maxCodeLabelLength, mostNamedCodes } from '@playhouse/domain/named-code'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { type CodeDraft, newCode } from './code-draft.ts'

type Props = {
  readonly codes: readonly CodeDraft[]
  readonly onChange: (codes: readonly CodeDraft[]) => void
  /** Whether the server refused a field of the offer, such as `codes.0.code`. */
  readonly isRefused: (field: string) => boolean
}

/** The named codes of an offer, which can be added and removed. The focus goes to an added code, and to the next one after a removal. */
export function CodeFields({ codes, onChange, isRefused }: Props) {
  const t = useWords('offer')
  const planning = useWords('planning')
  const list = useRef<HTMLFieldSetElement>(null)
  const focus = (selector: string): void => void requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  const add = (): void => {
    onChange([...codes, newCode(codes)])
    focus(`input[name="code-${codes.length}-code"]`)
  }
  const remove = (nth: number): void => {
    onChange(codes.toSpliced(nth, 1))
    focus(codes.length > 1 ? `input[name="code-${Math.min(nth, codes.length - 2)}-code"]` : 'button')
  }
  return (
    <fieldset ref={list} className={classNames(styles['panel'], styles['wide'])}>
      <legend>{t('named.title')}</legend>
      <p>{t('named.lead')}</p>
      {codes.map((draft, nth) => {
        const name = draft.code.trim() || t('named.row', { number: nth + 1 })
        const field = (
          key: Exclude<keyof CodeDraft, 'key'>,
          label: string,
          path: string,
          options: Partial<Parameters<typeof TextField>[0]>,
        ) => (
          <TextField
            name={`code-${nth}-${key}`}
            label={label}
            value={draft[key]}
            onChange={(value) => onChange(codes.with(nth, { ...draft, [key]: value }))}
            {...options}
            error={isRefused(`codes.${nth}.${path}`) ? (options.error ?? t('fault')) : undefined}
          />
        )
        return (
          <fieldset key={draft.key} className={classNames(styles['panel'], styles['wide'])}>
            <legend>{name}</legend>
            {field('code', t('codes.code'), 'code', { maxLength: 60, error: t('named.codeFault') })}
            {field('label', t('named.label'), 'label', { optional: true, maxLength: maxCodeLabelLength })}
            {field('maxUses', t('field.maxUses'), 'maxUses', { optional: true, inputMode: 'numeric', error: t('usesFault') })}
            {field('endDay', t('field.endDay'), 'endsAt', { optional: true, type: 'date', error: t('endFault') })}
            {field('endTime', t('field.endTime'), 'endsAt', { optional: true, hint: planning('bulk.timeHint'), error: t('endFault') })}
            <span>
              <Button look="quiet" onPress={() => remove(nth)}>
                {t('named.remove', { code: name })}
              </Button>
            </span>
          </fieldset>
        )
      })}
      {codes.length < mostNamedCodes && (
        <span>
          <Button onPress={add}>{t('named.add')}</Button>
        </span>
      )}
    </fieldset>
  )
}
