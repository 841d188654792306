import { Label } from 'react-aria-components/Label'
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup'
import { classNames } from '@playhouse/shop-ui/theme'
import styles from './Segments.module.css'

type SegmentsProps<Value extends string> = {
  readonly label: string
  /** Whether only screen readers get the label, because the options explain themselves. */
  readonly isLabelHidden?: boolean
  readonly segments: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A choice of one of a few options, all visible. */
export const Segments = <Value extends string>({ label, isLabelHidden = false, segments, value, onChange }: SegmentsProps<Value>) => (
  <RadioGroup orientation="horizontal" value={value} onChange={(next) => onChange(next as Value)} className={styles['group'] ?? ''}>
    <Label className={isLabelHidden ? 'visually-hidden' : (styles['label'] ?? '')}>{label}</Label>
    <div className={styles['segments']}>
      {segments.map((segment) => (
        <RadioField key={segment.value} value={segment.value}>
          <RadioButton className={classNames(styles['segment'])}>{segment.label}</RadioButton>
        </RadioField>
      ))}
    </div>
  </RadioGroup>
)
