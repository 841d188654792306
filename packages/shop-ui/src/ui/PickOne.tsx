import { type ReactNode, useId } from 'react'

export type PickOneProps<Value extends string> = {
  /** Accessible name of the group. */
  readonly label: string
  readonly choices: readonly { readonly value: Value; readonly face: ReactNode }[]
  readonly value: Value
  readonly onPick: (value: Value) => void
  readonly className: string
  /** Class of each choice; style the checked one by `:has(:checked)`. */
  readonly choiceClassName: string
}

/** Native radio buttons with custom faces. One is always checked; arrow keys change it. */
export function PickOne<Value extends string>({ label, choices, value, onPick, className, choiceClassName }: PickOneProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={className}>
      {choices.map((choice) => (
        <label key={choice.value} className={choiceClassName}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={choice.value === value}
            onChange={() => onPick(choice.value)}
          />
          {choice.face}
        </label>
      ))}
    </div>
  )
}
