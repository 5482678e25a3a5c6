import { describe, expect, it } from 'vitest'
import { sanitiseHtml } from './sanitiseHtml.ts'

describe('HTML of a provider', () => {
  it.each([
    '<b>Now</b>, <i>here</i><br />and <strong>safely</strong>',
    '<p>Read <a href="https://example.com/terms?a=1&amp;b=2">our terms</a></p>',
    '<a href="mailto:hello@example.com">Write</a> or <a href="tel:+4712345678">call</a>',
    'Card &amp; invoice, under 5 &lt; 6 euros',
  ])('keeps harmless content: %s', (written) => {
    expect(sanitiseHtml(written)).toBe(written)
    expect(sanitiseHtml(sanitiseHtml(written))).toBe(written)
  })

  it.each([
    ['<b>Pay</b><script>alert(1)</script>', '<b>Pay</b>'],
    ['<style>b { display: none }</style><b>Pay</b>', '<b>Pay</b>'],
    ['<b style="position: fixed; inset: 0" class="pk-button" id="x">Pay</b>', '<b>Pay</b>'],
    ['<b onclick="alert(1)" onmouseover=alert(1)>Pay</b>', '<b>Pay</b>'],
    ['<img src=x onerror=alert(1)>Pay', 'Pay'],
    ['<svg><script>alert(1)</script></svg><svg/onload=alert(1)>Pay', 'Pay'],
    ['<a href="javascript:alert(1)">Pay</a>', '<a>Pay</a>'],
    ['<a href=" java\tscript:alert(1)">Pay</a>', '<a>Pay</a>'],
    ['<a href="&#106;avascript:alert(1)">Pay</a>', '<a>Pay</a>'],
    ['<a href="data:text/html,<script>alert(1)</script>">Pay</a>', '<a>Pay</a>'],
    ['<a href="http://example.com">Pay</a>', '<a>Pay</a>'],
    ['<a href="//example.com" target="_top" ping="//example.com">Pay</a>', '<a>Pay</a>'],
    ['<form action="https://example.com"><input name="card"><button>Pay</button></form>', 'Pay'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe><object data="x"></object>Pay', 'Pay'],
    ['<link rel="stylesheet" href="https://example.com/x.css"><base href="https://example.com">Pay', 'Pay'],
    ['Pay <b>now', 'Pay <b>now</b>'],
  ])('loses active content: %s', (written, cleaned) => {
    expect(sanitiseHtml(written)).toBe(cleaned)
  })
})
