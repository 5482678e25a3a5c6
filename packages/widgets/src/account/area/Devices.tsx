import { useLingui } from '@lingui/react'
import { createProfile } from '@portraitkit/core/account/profile/profileState.ts'
import { MonitorSmartphone } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
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
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const profile = shop.part(createProfile)
  const { devices } = useSnapshot(profile.state)
  const signedIn = useSessionStatus()
  useEffect(() => {
    if (signedIn === 'signed-in') void profile.loadDevices()
  }, [profile, signedIn])
  if (signedIn === 'signed-out')
    return <SignedOut icon={MonitorSmartphone} title={t(areaMessages.areaSignIn)} of="myaccount.devices" />
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Page
      width="text"
      title={t(areaMessages.devices)}
      lead={t(areaMessages.devicesLead)}
      back={{ to: 'myaccount', label: t(areaMessages.area) }}
    >
      {devices.error ? (
        <Notice kind="danger" title={devices.status === 'failed' ? t(areaMessages.loadFailed) : devices.error} />
      ) : null}
      {devices.status === 'failed' ? (
        <div>
          <Button onClick={() => void profile.loadDevices()}>{t(formMessages.again)}</Button>
        </div>
      ) : null}
      {devices.status === 'loading' ? <Skeleton lines={4} /> : null}
      <ul>
        {devices.list.map(({ id, name, current, created, lastUsed, operator }) => {
          const device = operator
            ? t(areaMessages.operatorDevice, { name: operator })
            : name || t(areaMessages.unknownDevice)
          return (
            <li className="pk-device" key={id}>
              <div>
                <p>{device}</p>
                <p className="pk-small pk-soft">
                  {current
                    ? `${t(areaMessages.thisDevice)} · ${t(areaMessages.now)}`
                    : t(areaMessages.lastUsed, { day: when.format(new Date(lastUsed)) })}
                  {' · '}
                  {t(areaMessages.signedIn, { day: when.format(new Date(created)) })}
                </p>
              </div>
              {current ? null : (
                <Button
                  label={t(areaMessages.endDevice, { device })}
                  busy={devices.ending === id}
                  onClick={() => void profile.endDevice(id)}
                >
                  {t(areaMessages.end)}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Page>
  )
}
