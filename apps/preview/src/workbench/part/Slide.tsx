import { Label } from 'react-aria-components/Label'
import { Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import styles from './Slide.module.css'

type SlideProps = {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly maximum: number
  /** The value in words: "40 %". */
  readonly format: (value: number) => string
}

/** A whole number from 0 up, changed by drag, press or arrow keys. */
export const Slide = ({ label, value, onChange, maximum, format }: SlideProps) => (
  <Slider value={value} onChange={onChange} maxValue={maximum} className={styles['slide'] ?? ''}>
    <Label>{label}</Label>
    <SliderOutput className={styles['value'] ?? ''}>{format(value)}</SliderOutput>
    <SliderTrack className={styles['track'] ?? ''}>
      {({ state }) => (
        <>
          <span className={styles['fill']} style={{ inlineSize: `${state.getThumbPercent(0) * 100}%` }} />
          <SliderThumb className={styles['thumb'] ?? ''} />
        </>
      )}
    </SliderTrack>
  </Slider>
)
