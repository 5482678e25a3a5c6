// The docs can be read without this: it searches, switches between light and dark, and opens the menu of small screens.

const root = new URL(document.querySelector('script[data-root]').dataset.root, location.href)
const html = document.documentElement
const one = (selector) => document.querySelector(selector)

/* Light and dark */

const theme = one('.theme')
const isDark = () =>
  html.dataset.theme ? html.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
const nameTheme = () => {
  theme.textContent = isDark() ? 'Light' : 'Dark'
}
theme.addEventListener('click', () => {
  html.dataset.theme = isDark() ? 'light' : 'dark'
  try {
    localStorage.setItem('docs-theme', html.dataset.theme)
  } catch {
    // As in theme.js.
  }
  nameTheme()
})
nameTheme()

/* The menu of small screens */

const menu = one('.menu')
const showMenu = (open) => {
  menu.setAttribute('aria-expanded', String(open))
  html.classList.toggle('menu-open', open)
}
menu.addEventListener('click', () => showMenu(menu.getAttribute('aria-expanded') !== 'true'))
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || menu.getAttribute('aria-expanded') !== 'true') return
  showMenu(false)
  menu.focus()
})
one('.chapters [aria-current]')?.scrollIntoView({ block: 'nearest' })
scrollTo({ top: location.hash ? scrollY : 0 })

/* What scrolls sideways can be reached by keys */

const sizes = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
    else target.removeAttribute('tabindex')
  }
})
for (const box of document.querySelectorAll('.scrolls, pre')) sizes.observe(box)

/* Search */

const dialog = one('.find')
const field = one('.find input')
const list = one('.hits')
const status = one('.found')
const MOST = 12
let index

// Readers want to know how something is done before they ask why it was decided.
const boostDocument = (_id, _term, { address }) => (/^(?:decisions|proofs|benchmarks)/.test(address) ? 0.3 : 1)

/** What is searched, and with what, is fetched when somebody searches for the first time. */
function opened() {
  index ??= makeIndex()
  return index
}

async function makeIndex() {
  const [{ default: MiniSearch }, answer] = await Promise.all([
    import(new URL('minisearch.js', root).href),
    fetch(new URL('search.json', root)),
  ])
  const passages = await answer.json()
  const made = new MiniSearch({
    fields: ['heading', 'title', 'words'],
    storeFields: ['address', 'title', 'heading', 'words'],
    searchOptions: {
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
      boost: { heading: 4, title: 3 },
      boostDocument,
    },
  })
  made.addAll(passages.map(([address, title, heading, words], id) => ({ id, address, title, heading, words })))
  return made
}

async function search() {
  const wanted = field.value.trim()
  const found = wanted ? (await opened()).search(wanted) : []
  if (wanted !== field.value.trim()) return
  list.replaceChildren(...found.slice(0, MOST).map(hit))
  status.textContent = wanted ? said(found.length) : ''
}

function said(count) {
  if (count === 0) return 'Nothing was found. Other words may find it.'
  if (count === 1) return 'One place'
  return count > MOST ? `The first ${MOST} of ${count} places` : `${count} places`
}

function hit({ address, title, heading, words, terms }) {
  const link = document.createElement('a')
  link.href = new URL(address, root).href
  const name = document.createElement('strong')
  name.textContent = heading
  const page = document.createElement('span')
  page.textContent = heading === title ? '' : title
  const around = document.createElement('span')
  around.className = 'around'
  around.append(...marked(piece(words, terms), terms))
  link.append(name, ' ', page, ' ', around)
  const item = document.createElement('li')
  item.append(link)
  return item
}

/** The words around the first that was found. */
function piece(words, terms) {
  const at = words.toLowerCase().search(new RegExp(terms.map(escaped).join('|')))
  const start = at < 60 ? 0 : words.indexOf(' ', at - 50) + 1
  const cut = words.slice(start, start + 150)
  return `${start > 0 ? '… ' : ''}${cut}${start + 150 < words.length ? ' …' : ''}`
}

function marked(words, terms) {
  return words.split(new RegExp(`(${terms.map(escaped).join('|')})`, 'i')).map((part, number) => {
    if (number % 2 === 0) return part
    const mark = document.createElement('mark')
    mark.textContent = part
    return mark
  })
}

const escaped = (term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const openSearch = () => {
  showMenu(false)
  dialog.showModal()
  field.select()
  void opened()
}

one('.search').addEventListener('click', openSearch)
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select')
  const isKey = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey))
  if (!isKey || isTyping || dialog.open) return
  event.preventDefault()
  openSearch()
})
field.addEventListener('input', search)
dialog.addEventListener('click', (event) => {
  if (event.target === dialog || event.target.closest('.hits a')) dialog.close()
})
dialog.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  if (event.key === 'Enter' && document.activeElement === field) {
    event.preventDefault()
    links[0]?.click()
  }
  if (event.key === 'Escape') {
    // A search field would only be emptied by the first one.
    event.preventDefault()
    dialog.close()
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const next = event.key === 'ArrowDown' ? Math.min(at + 1, links.length - 1) : at - 1
  ;(links[next] ?? field).focus()
})
