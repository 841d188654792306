// Asks once a second whether the bank has answered, then goes where the payment goes on.
const session = location.pathname

async function ask() {
  const { isWaiting } = await fetch(`${session}/state`).then(
    (answer) => answer.json(),
    () => ({ isWaiting: true }),
  )
  if (isWaiting) setTimeout(ask, 1000)
  else location.replace(`${session}/next`)
}
setTimeout(ask, 1000)
