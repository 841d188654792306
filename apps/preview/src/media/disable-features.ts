/** Takes WebGL from this page, as an old device or a driver on a blocklist does. */
export function disableWebgl(): void {
  const own = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
    return kind.includes('webgl') ? null : Reflect.apply(own, this, [kind, ...rest])
  } as typeof own
}

/** Takes the network from this page, as a tunnel does. */
export function setOffline(): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
}
