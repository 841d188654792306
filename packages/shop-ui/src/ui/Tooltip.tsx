import { cloneElement, type ComponentProps, type ReactNode } from 'react'
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components/Tooltip'
import { classNames } from '#theme'
import styles from './Tooltip.module.css'

export type TooltipProps = {
  readonly text: ReactNode
  /** A `Button`: tooltips open on hover and on focus, and close on Escape. Never the only place for a fact. */
  readonly children: ComponentProps<typeof Focusable>['children']
}

const noDescription = { 'aria-describedby': '' }

/** What a control that shows a sign is called, for those who see it. Readers have it as its name: to describe it so, too, would say it twice. */
export const Tooltip = ({ text, children }: TooltipProps) => (
  <TooltipTrigger delay={400}>
    <Focusable>{cloneElement(children, noDescription) as typeof children}</Focusable>
    <AriaTooltip offset={6} className={classNames(styles.tooltip)}>
      {text}
    </AriaTooltip>
  </TooltipTrigger>
)
