import offerTexts from 'virtual:offer-texts';
import { type Feature, foundations, workspaces } from '../../../content/home.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { Illustration } from '../components/illustration.tsx';
import { Lead } from '../components/lead.tsx';
import { NewTabLink } from '../components/new-tab-link.tsx';
import { Page } from '../components/page.tsx';
import { Section } from '../components/section.tsx';
import heroChart from '../features/home/hero-chart.module.css';
import { MockupCarousel } from '../features/home/mockup-carousel.tsx';
import { useIsDesktop } from '../lib/device.ts';
import { useIsLicensed, useSession } from '../lib/session.ts';
import { site } from '../lib/site.ts';
import { useLayoutInTurn } from '../lib/use-layout-in-turn.ts';
import styles from './home.module.css';

export default function HomePage() {
  useLayoutInTurn();

  return (
    <Page
      description="Map, timelines, editor, calendar and network editor in one desktop toolkit: build your world and write its stories, offline, with unlimited local storage."
      width="full"
    >
      <section className={styles.hero}>
        <div className={heroChart.sea}>
          <Illustration name="chart" viewBox="0 0 1200 760" />
        </div>
        <div className={styles.opening}>
          <h1 className={styles.headline}>Every world needs a keeper of its lore</h1>
          <Lead>
            Lorewright is a desktop toolkit for worldbuilders and story writers. Draw the coast, date the
            wars, name the heirs and write the scene, in one place that remembers how everything belongs
            together.
          </Lead>
          <CallToAction />
        </div>
      </section>

      <MockupCarousel />

      <Section id="workspaces" heading="Five workspaces, one world" className={styles.part}>
        <p className={styles.intro}>Each shows the same people, places and events from another side.</p>
        <PictureList features={workspaces} className={styles.workspaces} />
      </Section>

      <div className={styles.night}>
        <Section
          id="foundations"
          heading="Built to keep what you make"
          className={styles.part}
          isLaidOutLater
        >
          <PictureList features={foundations} className={styles.foundations} />
        </Section>
      </div>

      <Section id="start" heading="Start your atlas tonight" className={styles.closing} isLaidOutLater>
        <Illustration name="rose" />
        <p>{offerTexts.home}</p>
        <CallToAction />
        <ul className={styles.community}>
          {site.communityLinks.map(({ label, href }) => (
            <li key={href}>
              <NewTabLink href={href}>{label}</NewTabLink>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  );
}

interface PictureListProps {
  features: Feature[];
  className: string | undefined;
}

function PictureList({ features, className }: PictureListProps) {
  return (
    <ul className={className}>
      {features.map(({ name, picture, text }) => (
        <li key={name} data-feature={picture} data-layout="later">
          <Illustration name={picture} />
          <div>
            <h3>{name}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
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
        <ButtonLink to="/pricing">{offerTexts.homeAction}</ButtonLink>
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
