import { createProfile } from '@portraitkit/core/account/profile/profileState.ts'
import { MonitorSmartphone } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
import { useRoot, useStyles } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { SignedOut } from '../../ui/states/SignedOut.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { useSessionStatus } from '../../ui/states/useSessionStatus.ts'
import css from './Account.css?inline'
import { areaMessages } from './areaMessages.ts'

/** The devices on which the customer is signed in, each with a button that signs it out. */
export function Devices() {
  useStyles(css)
  const t = useT(areaMessages)
  const form = useT(formMessages)
  const { shop, language } = useRoot()
  const profile = shop.part(createProfile)
  const { devices } = useSnapshot(profile.state)
  const signedIn = useSessionStatus()
  useEffect(() => {
    if (signedIn === 'signed-in') void profile.loadDevices()
  }, [profile, signedIn])
  if (signedIn === 'signed-out')
    return <SignedOut icon={MonitorSmartphone} title={t('area.areaSignIn')} of="myaccount.devices" />
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Page
      width="text"
      title={t('area.devices')}
      lead={t('area.devicesLead')}
      back={{ to: 'myaccount', label: t('area.area') }}
    >
      {devices.error ? (
        <Notice kind="danger" title={devices.status === 'failed' ? t('area.loadFailed') : devices.error} />
      ) : null}
      {devices.status === 'failed' ? (
        <div>
          <Button onClick={() => void profile.loadDevices()}>{form('form.again')}</Button>
        </div>
      ) : null}
      {devices.status === 'loading' ? <Skeleton lines={4} /> : null}
      <ul>
        {devices.list.map(({ id, name, current, created, lastUsed, operator }) => {
          const device = operator ? t('area.operatorDevice', { name: operator }) : name || t('area.unknownDevice')
          return (
            <li className="pk-device" key={id}>
              <div>
                <p>{device}</p>
                <p className="pk-small pk-soft">
                  {current
                    ? `${t('area.thisDevice')} · ${t('area.now')}`
                    : t('area.lastUsed', { day: when.format(new Date(lastUsed)) })}
                  {' · '}
                  {t('area.signedIn', { day: when.format(new Date(created)) })}
                </p>
              </div>
              {current ? null : (
                <Button
                  label={t('area.endDevice', { device })}
                  busy={devices.ending === id}
                  onClick={() => void profile.endDevice(id)}
                >
                  {t('area.end')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Page>
  )
}
