import type { PlanData } from '@playhouse/domain/plan'
import type { Framing } from '@playhouse/seatmap'
import type { Setting } from '#setting'

/** What the workbench tells the stage. */
export type StageCommand =
  /** The whole setting each time: the stage finds out what changed. */
  | { readonly kind: 'show'; readonly setting: Setting }
  /** The hall of the setting that follows. It goes over once: a stadium isn't copied for each move of a slider. */
  | { readonly kind: 'plan'; readonly plan: PlanData }
  /** Fly to these seats and ring them; none clears the rings. */
  | { readonly kind: 'ring'; readonly seats: readonly number[] }
  | { readonly kind: 'camera'; readonly move: 'in' | 'out' | 'fit' }
  /** The picture as it is drawn now. */
  | { readonly kind: 'picture' }
  /** Fly about the hall for a moment and count. */
  | { readonly kind: 'measure' }

/** What came of a flight: frames drawn, milliseconds of script in each. */
export type Measurement = {
  readonly frames: number
  readonly seconds: number
  readonly medianScript: number
  readonly worstScript: number
}

/** What the stage tells the workbench. */
export type StageEvent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly painter: 'webgl' | 'canvas' | 'none'; readonly ratio: number }
  | { readonly kind: 'framing'; readonly framing: Framing; readonly percent: number }
  | { readonly kind: 'chosen'; readonly seats: readonly string[] }
  /** What a screen reader would be given. */
  | { readonly kind: 'heard'; readonly by: 'focus' | 'status' | 'alert'; readonly text: string }
  | { readonly kind: 'picture'; readonly picture: Blob | undefined }
  | { readonly kind: 'measured'; readonly measurement: Measurement }
  | { readonly kind: 'failed'; readonly reason: string }
  /** A file that was dropped on the stage: the workbench opens it. */
  | { readonly kind: 'dropped'; readonly file: File }
  /** A key of the workbench that was pressed on the stage, by its code. */
  | { readonly kind: 'key'; readonly code: string }

/** One end of the line between workbench and stage. */
export type Channel<Out, In> = { readonly send: (message: Out) => void; readonly listen: (take: (message: In) => void) => () => void }

/** The workbench's end: the page in the frame. */
export const connectToStage = (frame: () => Window | null): Channel<StageCommand, StageEvent> => connectTo(frame)
/** The stage's end. Alone in a tab it speaks to nobody, and nobody tells it anything. */
export const connectToWorkbench = (): Channel<StageEvent, StageCommand> => connectTo(() => (parent === self ? null : parent))

/** Both ends are this page: whatever comes from another window or another site is not for us. */
function connectTo<Out, In>(other: () => Window | null): Channel<Out, In> {
  // Pages on a disk have no origin to tell them by; that the other window is ours must do.
  const [here, there] = location.protocol === 'file:' ? ['null', '*'] : [location.origin, location.origin]
  return {
    send: (message) => other()?.postMessage(message, there),
    listen: (take) => {
      const hear = ({ source, origin, data }: MessageEvent<In>): void => {
        if (source !== null && source === other() && origin === here) take(data)
      }
      addEventListener('message', hear)
      return () => removeEventListener('message', hear)
    },
  }
}
