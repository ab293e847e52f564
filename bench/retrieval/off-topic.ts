/** What callers say besides questions that the documents answer, in a language of the collections. */
export interface OtherWords {
  /** Put before questions in turn: of the half that is tuned with, and of the other. */
  readonly chatter: Readonly<Record<'tuned' | 'tested', readonly string[]>>;
  /** Questions about something else. */
  readonly offTopic: readonly string[];
  /** Words that ask for nothing. */
  readonly smallTalk: readonly string[];
}

const ENGLISH: OtherWords = {
  chatter: {
    tuned: [
      'hello there, i hope you can help me. i was just wondering, ',
      'hi this is anna speaking i looked on the internet for half an hour and did not find it ',
      'sorry to bother you my husband is ill so i do the calling today can you tell me ',
      'okay one more thing i would like to come by tomorrow ',
    ],
    tested: [
      'yes hi, um, my wife and i are planning our summer and we would love to know ',
      'hello my name is ravi and i am calling for the first time so i hope this is the right number ',
      'oh right before i forget my son was asking me this yesterday and i had no idea ',
      'good afternoon we will be in town next week with the children and our dog ',
      'hey quick one my flight lands at nine tonight ',
      'hello we are a group of twelve from norway and this is our first visit ',
    ],
  },
  offTopic: [
    'who won the world cup in 2018',
    'what is the capital of australia',
    'how do i bake sourdough bread',
    'can you tell me a joke',
    'what is the weather tomorrow',
    'how tall is mount everest',
    'do you sell electric guitars',
    'what is the exchange rate of the yen',
    'how many people live in canada',
    'who wrote war and peace',
    'can i get a mortgage for a houseboat',
    'what do penguins eat',
    'how do vaccines work',
    'when was the french revolution',
    'is there life on mars',
    'do you repair washing machines',
    'can you book me a flight to tokyo',
    'what is your favourite colour',
    'how do i renew my passport',
    'which team does messi play for',
    'do you have vegan wedding cakes',
    'how do i change a flat tyre',
    'what is the speed of light',
    'can i pay with bitcoin',
    'how much is a dog licence',
  ],
  smallTalk: [
    'hello',
    'good morning',
    'how are you',
    'thank you very much',
    'okay goodbye',
    'that is all, thanks',
    'yes please',
    'no thank you',
    'one moment please',
    'can you hear me',
    'sorry, what did you say',
    'are you a robot',
  ],
};

const HINDI: OtherWords = {
  chatter: {
    tuned: [
      'नमस्ते जी, मुझे आपसे एक बात पूछनी थी, ',
      'हैलो मैं दिल्ली से बोल रहा हूँ आपसे थोड़ी जानकारी चाहिए थी ',
      'सर मेरी पत्नी बीमार है इसलिए मैं बात कर रहा हूँ क्या आप बता सकते हैं कि ',
      'अच्छा एक और चीज़ मैं कल आने वाला हूँ तो ',
    ],
    tested: [
      'हेलो, मैं अपने परिवार के लिए फ़ोन कर रहा हूँ ज़रा बताइए ',
      'नमस्ते मेरा नाम रवि है मैं पहली बार फ़ोन कर रही हूँ मुझे यह जानना था कि ',
      'जी सुनिए हम लोग अगले हफ़्ते शहर आ रहे हैं तो मैंने सोचा पहले पूछ लूँ ',
      'हाँ जी वो क्या है कि मेरे बेटे ने मुझसे पूछा और मुझे पता नहीं था ',
      'मैडम हमारे यहाँ शादी है और बहुत लोग आएँगे इसलिए पहले से सब पूछ रही हूँ ',
      'भैया मैं आपकी वेबसाइट देख रहा था पर वहाँ कुछ मिला नहीं ',
    ],
  },
  offTopic: [
    'भारत के प्रधानमंत्री कौन हैं',
    'क्रिकेट विश्व कप किसने जीता',
    'मंगल ग्रह कितना दूर है',
    'मुझे एक चुटकुला सुनाओ',
    'दिल्ली का मौसम कैसा है',
    'पेट्रोल का दाम क्या है',
    'पासपोर्ट कैसे बनता है',
    'ताजमहल किसने बनवाया',
    'चाय कैसे बनाते हैं',
    'क्या आप गिटार बेचते हैं',
    'रोटी बनाने की विधि क्या है',
    'सबसे ऊँचा पर्वत कौन सा है',
  ],
  smallTalk: ['नमस्ते', 'धन्यवाद', 'आप कैसे हैं', 'ठीक है', 'अलविदा', 'जी हाँ', 'एक मिनट रुकिए', 'बहुत बहुत शुक्रिया'],
};

const CHINESE: OtherWords = {
  chatter: {
    tuned: [
      '你好，麻烦你了，我想请问一下，',
      '喂我刚才在网上看了半天没找到想问问',
      '您好我和我先生周末想过来我们想了解一下',
      '哦对了我还有一件事情',
    ],
    tested: [
      '喂您好我是替我太太打电话的',
      '不好意思打扰了我们家下个月要搬过去我想知道',
      '你好我姓王第一次打这个电话麻烦您告诉我',
      '是这样的我儿子昨天问了我一个问题我没答上来',
      '师傅我们明天下午到火车站',
      '我妈妈让我问一下',
    ],
  },
  offTopic: [
    '今天北京天气怎么样',
    '怎么做红烧肉',
    '给我讲个笑话',
    '日元的汇率是多少',
    '企鹅吃什么',
    '你们卖电吉他吗',
    '怎么办理护照',
    '珠穆朗玛峰有多高',
    '可以用支付宝付款吗',
    '梅西在哪个球队踢球',
    '洗衣机坏了怎么修',
    '帮我订一张去东京的机票',
  ],
  smallTalk: ['你好', '谢谢你', '再见', '好的', '你好吗', '请稍等', '不用了谢谢', '你听得见我说话吗'],
};

/** The words of the languages of a collection. */
export const otherWords = (library: string): OtherWords => {
  if (library.endsWith('zh')) return CHINESE;
  if (/hi$|Hindi/.test(library)) return HINDI;
  return ENGLISH;
};
