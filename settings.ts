/**
 * The settings of this site: everything that its owner edits before the first deployment.
 * `npm run doctor` and `npm run deploy` name each setting that is still an example.
 * docs/deploy.md describes the steps around it.
 *
 * Nothing here is secret. Browsers get `owner`, `communityLinks`, `signing`, `priceIds`, `salesTax`, `withdrawalDays`,
 * `securityUpdatesUntil`, `licenseCovers` and, of each stage, its domain, `isReadOnly` and `referralStorage`; nothing else.
 */

export const owner: Owner = {
  name: 'Example Company',
  address: ['1 Example Street', 'Example City'],
  vatId: 'EXAMPLE123456',
  register: { authority: 'Example Register', number: 'EXAMPLE 123456' },
  responsiblePerson: 'Example Person',
  contactAddress: 'hello@lorewright.example',
};

export const communityLinks: CommunityLinks = {
  chat: 'https://chat.lorewright.example',
  forum: 'https://forum.lorewright.example',
  donate: 'https://donate.lorewright.example',
};

/**
 * The signatures that builds of the app must have; see docs/releases.md. `npm run release` refuses others,
 * and the download page names the publisher.
 */
export const signing: Signing = {
  windowsPublisher: 'Example Company',
  appleTeamId: 'EXAMPLE123',
};

/**
 * A rollout of the app halts by itself, and the team gets an email, when on one day (UTC) at least `networks` networks report a crash of its
 * version, and more than `networksPer100Updates` for every 100 updates to it that licenses and accounts have downloaded so far.
 */
export const rolloutLimit = { networks: 10, networksPer100Updates: 2 };

/** The differences between the stages on AWS. To add a stage, add an entry. */
export const stages = {
  dev: {
    senderAddress: 'dev@lorewright.example',
    teamAddress: 'team@lorewright.example',
    alarmAddress: 'alarm@lorewright.example',
    keepsData: false,
  },
  prod: {
    senderAddress: 'hello@lorewright.example',
    teamAddress: 'team@lorewright.example',
    alarmAddress: 'alarm@lorewright.example',
    monthlyBudgetInDollars: 100,
    keepsData: true,
  },
} satisfies Record<string, DeployedStage>;

/**
 * The Stripe price of each offer, per stage. `npm run setup:stripe` prints the ids after the first
 * deployment. A stage does not sell an offer without a price.
 */
export const priceIds = {
  earlyAccess: { dev: 'price_example_dev_early_access', prod: 'price_example_prod_early_access' },
  lifetime: {},
} satisfies Record<string, Partial<Record<keyof typeof stages, string>>>;

/**
 * The stages on which Stripe computes and collects sales taxes such as VAT for paid orders, as part
 * of the prices or in addition to them. Pages are the same on all stages, and say what `prod` does.
 * Stripe first needs the address and the tax registrations of the seller; see docs/stripe.md.
 */
export const salesTax: Partial<Record<keyof typeof stages, 'included' | 'excluded'>> = {};

/**
 * How many days after an order a buyer can withdraw from it and get the whole price back. The law of
 * the European Union requires at least 14 (Directive 2011/83/EU art. 9). Pages and emails use this
 * number; published terms name their own, so a change needs a new version of the terms. Lower it only
 * when no order can use the longer period anymore.
 */
export const withdrawalDays = 14;

/**
 * The app gets security updates until at least this day. The law of the European Union requires five
 * years after a product is sold, or its expected use if that is shorter (Regulation (EU) 2024/2847 art. 13(8)), and
 * that the date is shown before the sale. The pricing page, the terms and /security show it: extend it, never shorten it.
 */
export const securityUpdatesUntil = '2031-12-31';

/**
 * The people who may use the app with one license: the `holder` alone, or the `household` too. The FAQ, the terms and /license-check
 * say it. The terms have the sentence of contract/content/license-users.ts as text, so a change needs a new version of them.
 */
export const licenseCovers: 'holder' | 'household' = 'holder';

/**
 * The address of the site for search engines, feeds and shared links, if `stages.prod` has no domain.
 * It is the name that CloudFront assigns; `npm run deploy` prints it.
 */
export const originWithoutDomain = 'https://lorewright.example';

/**
 * The web address of this repository, as in `https://github.com/<owner>/<name>`. With it, alarms and
 * the dashboard link to docs/alarms.md; without it, they name the file.
 */
export const repositoryUrl: string | undefined = undefined;

/** The person or company that runs the site and sells the licenses. */
export interface Owner {
  /** The legal name, on receipts and in the legal texts. */
  name: string;
  /** The postal address, one item per line, on receipts, in the legal notice, the terms and the privacy policy. */
  address: string[];
  /** The VAT identification number, on receipts, in the legal notice and the terms; `null` if there is none. */
  vatId: string | null;
  /** The public register that lists the owner, in the legal notice; `null` if none does. */
  register: {
    /** The court or authority that keeps the register. */
    authority: string;
    /** The number of the entry, as the register writes it. */
    number: string;
  } | null;
  /**
   * The person who represents a company, or who is responsible for the texts of the site, in the
   * legal notice; `null` if the law does not ask for a name.
   */
  responsiblePerson: string | null;
  /** The email address for visitors: contact page, `security.txt` and the legal texts. */
  contactAddress: string;
}

interface Signing {
  /** The name in the certificate (CN) that signs builds for Windows. Windows shows it as the publisher. */
  windowsPublisher: string;
  /** The ten characters of the team at Apple that signs builds for macOS. */
  appleTeamId: string;
  /**
   * The repository on GitHub whose workflow makes the builds, as in `owner/name`. A release with bundles
   * of sigstore needs it: they must name this repository.
   */
  buildRepository?: string;
}

/** Addresses in the footer, on the home page and on the feedback page. */
interface CommunityLinks {
  chat: string;
  forum: string;
  /** Where people donate by card. */
  donate: string;
}

/** The domain of the site and its hosted zone in Route 53. The stack creates the certificate. */
export interface Domain {
  name: string;
  hostedZoneId: string;
  /** Needed only if it differs from `name`: the zone `example.com` also holds `www.example.com`. */
  zoneName?: string;
}

export interface DeployedStage {
  /** Without a domain, the site has the name that CloudFront assigns. */
  domain?: Domain;
  /** The sender of all emails to people. With a domain, each stage needs its own name after the @. */
  senderAddress: string;
  /** The mailbox where the team reads feedback and messages from visitors. */
  teamAddress: string;
  /** The mailbox for alarms. AWS sends it one email that asks for confirmation. */
  alarmAddress: string;
  /**
   * The highest cost of the whole AWS account in a month. `alarmAddress` gets an email when the forecast
   * reaches 80% of it, and when it is spent. Set it on one stage of each account: two budgets in one
   * account would both count all of its costs.
   */
  monthlyBudgetInDollars?: number;
  /** True limits the site to reading and downloads; see docs/alarms.md. */
  isReadOnly?: boolean;
  /**
   * True lets Cognito reject leaked passwords when people choose one. It needs Cognito's Plus plan,
   * which costs $0.02 a month for each active user and records where each signs in: the privacy
   * policy must then say so. See docs/decisions/025.
   */
  refusesLeakedPasswords?: boolean;
  /**
   * True makes browsers use HTTPS for every name below the domain, and allows the domain on their
   * preload list. It is hard to take back; see docs/deploy.md.
   */
  forcesHttpsOnSubdomains?: boolean;
  /**
   * `ask` stores the code of a referral link in a browser only after the visitor has agreed.
   * Otherwise the first page stores it. See docs/deploy.md.
   */
  referralStorage?: 'ask';
  /** True keeps tables, buckets and the user pool when the stack is deleted. */
  keepsData: boolean;
}
