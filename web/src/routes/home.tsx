import { foundations, workspaces } from '../../../content/home.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { Card, CardGrid } from '../components/card.tsx';
import { Lead } from '../components/lead.tsx';
import { Page } from '../components/page.tsx';
import { AtlasDrawing } from '../features/home/atlas-drawing.tsx';
import { useIsDesktop } from '../lib/device.ts';
import { useIsLicensed, useSession } from '../lib/session.ts';
import styles from './home.module.css';

export default function HomePage() {
  return (
    <Page
      description="Map, timelines, editor, calendar and network editor in one desktop toolkit: build your world and write its stories, offline, with unlimited local storage."
      width="wide"
    >
      <section className={styles.hero}>
        <div>
          <h1 className={styles.headline}>Every world needs a keeper of its lore</h1>
          <Lead>
            Lorewright is a desktop toolkit for worldbuilders and story writers. Draw the coast, date the
            wars, name the heirs and write the scene, in one place that remembers how everything belongs
            together.
          </Lead>
          <CallToAction />
        </div>
        <AtlasDrawing />
      </section>

      <section aria-labelledby="workspaces">
        <h2 id="workspaces">Five workspaces, one world</h2>
        <CardGrid>
          {workspaces.map(({ name, text }) => (
            <Card key={name} level={3} title={name}>
              <p>{text}</p>
            </Card>
          ))}
        </CardGrid>
      </section>

      <section aria-labelledby="foundations">
        <h2 id="foundations">Built to keep what you make</h2>
        <ul className={styles.foundations}>
          {foundations.map(({ name, text }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className={styles.closing} aria-labelledby="start">
        <h2 id="start">Start your atlas tonight</h2>
        <p>Early access is free, with a lifetime license. No subscriptions, no renewals.</p>
        <CallToAction />
      </section>
    </Page>
  );
}

function CallToAction() {
  const isSignedIn = useSession() !== null;
  const isLicensed = useIsLicensed();
  const isDesktop = useIsDesktop();

  if (isLicensed) {
    return (
      <p className={styles.actions}>
        {isDesktop ? (
          <ButtonLink to="/download">Download</ButtonLink>
        ) : (
          <ButtonLink to="/account">Your account</ButtonLink>
        )}
        <RoadmapButton />
      </p>
    );
  }
  return (
    <p className={styles.actions}>
      {isSignedIn ? (
        <ButtonLink to="/pricing">Get your free license</ButtonLink>
      ) : (
        <>
          <ButtonLink to="/auth?account=free">Create Account</ButtonLink>
          <ButtonLink to="/pricing" look="quiet">
            Pricing
          </ButtonLink>
        </>
      )}
      <RoadmapButton />
    </p>
  );
}

function RoadmapButton() {
  return (
    <ButtonLink to="/roadmap" look="quiet">
      Roadmap
    </ButtonLink>
  );
}
