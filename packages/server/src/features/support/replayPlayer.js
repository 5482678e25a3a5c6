// Runs in the file that `./portraitkit recordings html` writes, together with rrweb's replayer: the buttons under the film.
const events = JSON.parse(document.getElementById('events').textContent)
const byId = (id) => document.getElementById(id)
const [stage, play, seek, clock, speed] = ['stage', 'play', 'seek', 'clock', 'speed'].map(byId)
const replayer = new window.rrwebReplay.Replayer(events, {
  root: stage,
  skipInactive: true,
  mouseTail: false,
  showWarning: false,
})
const { totalTime } = replayer.getMetaData()
let playing = false

const written = (ms) => {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
const now = () => Math.min(totalTime, Math.max(0, replayer.getCurrentTime()))
const go = (ms, goesOn) => {
  playing = goesOn && ms < totalTime
  if (playing) replayer.play(ms)
  else replayer.pause(ms)
  play.textContent = playing ? 'Pause' : 'Play'
}
const fit = ({ width, height }) => {
  const scale = Math.min(1, stage.clientWidth / width, (innerHeight - 120) / height)
  replayer.wrapper.style.transform = `scale(${scale})`
  stage.style.height = `${height * scale}px`
}
const show = () => {
  if (document.activeElement !== seek || playing) seek.value = now()
  clock.textContent = `${written(now())} / ${written(totalTime)}`
}

seek.max = totalTime
play.addEventListener('click', () => go(playing || now() < totalTime ? now() : 0, !playing))
seek.addEventListener('input', () => go(Number(seek.value), false))
speed.addEventListener('change', () => replayer.setConfig({ speed: Number(speed.value) }))
replayer.on('resize', fit)
replayer.on('finish', () => go(totalTime, false))
setInterval(show, 200)
go(0, true)
